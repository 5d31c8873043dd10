/// Queues of a device behind the plugin ABI.
#pragma once

#include <memory>
#include <mutex>

#include "runtime/device_impl.hpp"
#include "runtime/plugin_event.hpp"
#include "runtime/plugin_handle.hpp"

namespace ndweave::detail {

/// Translates to the plugin's calls, one at a time; does itself what the ABI leaves to core: overlapping copies,
/// patterns of any size, choice of the work-group of basic kernels.
class plugin_queue final : public queue_impl {
public:
    plugin_queue(std::shared_ptr<plugin_device> device, ndw_queue* queue);

    void launch(const detail::launch&) override;
    void copy(void* to, const void* from, std::size_t bytes) override;
    void fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) override;
    void wait() override;
    std::shared_ptr<event_impl> record() override;
    void wait_for(const std::shared_ptr<event_impl>&) override;

private:
    // All of these are called with mutex_ held.
    void copy_apart(void* to, const void* from, std::size_t bytes);
    void copy_overlapping(void* to, const void* from, std::size_t bytes);
    void fill_by_doubling(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);
    void sync();

    std::shared_ptr<plugin_device> device_;
    const ndw_plugin& plugin_;
    std::mutex mutex_;
    queue_handle queue_;
};

}  // namespace ndweave::detail
