/// The implementation of a queue: a device's queue and the runtime's state. Shared by the queue's copies and events.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "ndweave/queue.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/memory/scratch_pool.hpp"

namespace ndweave::detail {

class graph_recorder;

class queue_core : public std::enable_shared_from_this<queue_core> {
public:
    queue_core(std::shared_ptr<device_impl> device, bool profiling);
    ~queue_core();

    /// `immediate`: the group ends with its action, which need not be deferred.
    event submit(function_ref<void(handler&)> group, bool immediate);
    scratch_pool& scratch() { return scratch_; }

    /// Throws errc::invalid if the queue records already.
    void begin_recording(std::shared_ptr<graph_recorder>);
    void end_recording() { recorder_.store(nullptr, std::memory_order_release); }
    graph_recorder* recorder() const { return recorder_.load(std::memory_order_acquire); }  // null: not recording

    const std::shared_ptr<device_impl>& device() const { return device_; }
    /// The target of submitted work: the device's queue, or the recorder.
    queue_impl& impl();
    queue_impl& executing() { return *impl_; }

private:
    std::shared_ptr<device_impl> device_;
    std::unique_ptr<queue_impl> impl_;
    const bool profiling_;
    scratch_pool scratch_;
    std::mutex recording_mutex_;  // one recording begins at a time
    std::atomic<graph_recorder*> recorder_ = nullptr;
    std::shared_ptr<graph_recorder>
        last_recorder_;  // kept alive until the next one: a thread may use it when recording ends
};

}  // namespace ndweave::detail
