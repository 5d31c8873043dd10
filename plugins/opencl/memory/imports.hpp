/// Device memory of other drivers (cl_khr_external_memory_opaque_fd).
#pragma once

#include <atomic>
#include <cstdint>

#include "opencl/driver.hpp"

namespace ndweave::opencl {

/// Thread-safe once it is open.
class importer {
public:
    /// Of a device that has the extension.
    void open(cl_platform_id platform);

    /// A buffer of the memory; takes the descriptor unless it fails. Returns an ndw_status with its text.
    int import(cl_context context, int descriptor, std::uint64_t bytes, cl_mem* buffer);
    void release(cl_mem buffer);
    /// Whether there may be imported memory.
    bool any() const { return live_.load(std::memory_order_relaxed) > 0; }

    /// Enqueue that the queue's commands from here on, or no more, use the buffer.
    int acquire(cl_command_queue queue, cl_mem buffer) const;
    int give_back(cl_command_queue queue, cl_mem buffer) const;

private:
    clEnqueueAcquireExternalMemObjectsKHR_fn acquire_ = nullptr;
    clEnqueueReleaseExternalMemObjectsKHR_fn release_ = nullptr;
    std::atomic<int> live_ = 0;
};

}  // namespace ndweave::opencl
