/// Queues of a device behind the plugin ABI.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/device/device_impl.hpp"
#include "runtime/plugin/event.hpp"
#include "runtime/plugin/handle.hpp"

namespace ndweave::detail {

/// Device memory of one command; freed when nothing that was enqueued can still use it.
using temporary_buffer = std::unique_ptr<void, std::function<void(void*)>>;

/// Translates to the plugin's calls, one at a time, and implements what the ABI leaves to core: overlapping copies,
/// patterns of any size, the work-groups of basic kernels.
class plugin_queue final : public queue_impl {
public:
    plugin_queue(std::shared_ptr<plugin_device> device, ndw_queue* queue);

    void prepare(const detail::launch&) override;
    void launch(const detail::launch&) override;
    void copy(void* to, const void* from, std::size_t bytes) override;
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override;
    void prefetch(const void* memory, std::size_t bytes) override;
    void advise(const void* memory, std::size_t bytes, int advice) override;
    std::optional<void*> native() override;
    void wait() override;
    bool is_over() const override { return drivers_have_ended(); }
    std::shared_ptr<event_impl> record() override { return record(plugin_.event_record); }
    std::shared_ptr<event_impl> record_blocking() override;
    void wait_for(const std::shared_ptr<event_impl>&) override;
    bool can_wait_for(const queue_impl&) const override;

    /// Commands enqueued from here to end_graph run when the graph is launched; their temporary buffers go to
    /// `buffers`. The caller's memory, patterns included, is read at that time.
    void begin_graph(std::vector<temporary_buffer>& buffers);
    std::unique_ptr<graph_handle> end_graph();
    void abandon_graph() noexcept;
    void launch_graph(ndw_graph*);

private:
    /// Throws as require_drivers before it waits for a mutex that a thread of the parent process may have held.
    std::unique_lock<std::mutex> hold() {
        (void)queue_.get();
        std::unique_lock lock(mutex_);
        idle_ = false;
        return lock;
    }
    class transfers;

    std::shared_ptr<event_impl> record(int (*entry)(ndw_queue*, ndw_event**));
    // All of these are called with mutex_ held.
    std::shared_ptr<event_impl> record_now(int (*entry)(ndw_queue*, ndw_event**));
    void copy_apart(void* to, const void* from, std::size_t bytes);
    /// Large copies of ordinary host memory, through pinned blocks. False, with no effect: the driver does it better.
    bool copy_staged(void* to, const void* from, std::size_t bytes);
    void copy_overlapping(void* to, const void* from, std::size_t bytes);
    void fill_by_doubling(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);
    void sync();

    std::shared_ptr<plugin_device> device_;
    const ndw_plugin& plugin_;
    std::mutex mutex_;
    queue_handle queue_;
    std::atomic<bool> idle_ = true;                           // nothing was submitted since the last wait
    std::vector<temporary_buffer>* graph_buffers_ = nullptr;  // of the graph under construction
};

}  // namespace ndweave::detail
