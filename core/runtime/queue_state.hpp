/// What a queue is: a device's queue, and what the runtime keeps beside it. Shared by the queue's copies and its
/// events.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "ndweave/queue.hpp"
#include "runtime/device_impl.hpp"
#include "runtime/scratch_pool.hpp"

namespace ndweave::detail {

class graph_recorder;

class queue_state : public std::enable_shared_from_this<queue_state> {
public:
    queue_state(std::shared_ptr<device_impl> device, bool profiling);
    ~queue_state();

    /// `at_once`: the group ends with its action.
    event submit(function_ref<void(handler&)> group, bool at_once);
    scratch_pool& scratch() { return scratch_; }

    /// Throws errc::invalid where the queue records already.
    void begin_recording(std::shared_ptr<graph_recorder>);
    void end_recording() { recorder_.store(nullptr, std::memory_order_release); }
    graph_recorder* recorder() const { return recorder_.load(std::memory_order_acquire); }  // null: not recording

    const std::shared_ptr<device_impl>& device() const { return device_; }
    /// Where submitted work goes: the device's queue, or the recorder.
    queue_impl& impl();
    queue_impl& executing() { return *impl_; }

private:
    std::shared_ptr<device_impl> device_;
    std::unique_ptr<queue_impl> impl_;
    const bool profiling_;
    scratch_pool scratch_;
    std::mutex recording_mutex_;  // one recording begins at a time
    std::atomic<graph_recorder*> recorder_ = nullptr;
    std::shared_ptr<graph_recorder> kept_recorder_;  // until the next one: a thread may be at it when recording ends
};

}  // namespace ndweave::detail
