/// Device memory for the partial results of reductions.
#pragma once

#include <cstddef>
#include <memory>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// One block, all zero. The owner waits for the work that uses it before destroying it.
class scratch_memory {
public:
    /// At least `bytes`, zeroed through `queue`, which it waits for. Throws errc::memory_allocation.
    scratch_memory(std::shared_ptr<device_impl> device, queue_impl& queue, std::size_t bytes);
    ~scratch_memory();
    scratch_memory(const scratch_memory&) = delete;
    scratch_memory& operator=(const scratch_memory&) = delete;

    /// Enqueues zeroing.
    void clear(queue_impl& queue) const;
    void* get() const { return memory_; }
    std::size_t size() const { return bytes_; }

private:
    void give_back() const noexcept;

    std::shared_ptr<device_impl> device_;
    std::size_t bytes_;
    void* memory_;
};

}  // namespace ndweave::detail
