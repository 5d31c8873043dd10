/// What a queue is: a device's queue, and what the runtime keeps beside it. Shared by the queue's copies and its
/// events.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "ndweave/queue.hpp"
#include "runtime/device_impl.hpp"

namespace ndweave::detail {

class queue_state : public std::enable_shared_from_this<queue_state> {
public:
    queue_state(std::shared_ptr<device_impl> device, bool profiling);
    ~queue_state();

    event submit(function_ref<void(handler&)> group);
    /// Zeroed device memory that stays from launch to launch; grows, never shrinks.
    void* scratch(std::size_t bytes);

    const std::shared_ptr<device_impl>& device() const { return device_; }
    queue_impl& impl() { return *impl_; }

private:
    std::shared_ptr<device_impl> device_;
    std::unique_ptr<queue_impl> impl_;
    const bool profiling_;
    std::mutex scratch_mutex_;
    void* scratch_ = nullptr;
    std::size_t scratch_bytes_ = 0;
};

}  // namespace ndweave::detail
