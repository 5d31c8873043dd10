/// A queue's blocks of device memory for reductions.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/memory/scratch_memory.hpp"

namespace ndweave::detail {

/// Each block belongs to one command group at a time, from its request until the group's action is submitted; actions
/// of later groups follow in the queue's order. Thread-safe.
class scratch_pool {
public:
    scratch_pool() = default;
    scratch_pool(const scratch_pool&) = delete;
    ~scratch_pool() { delete spare_.load(std::memory_order_acquire); }

    /// A block that a command group owns.
    using lease = std::unique_ptr<scratch_memory>;

    /// At least `bytes`, all zero.
    lease take(const std::shared_ptr<device_impl>& device, queue_impl& queue, std::size_t bytes);
    void give_back(lease block) noexcept;
    bool empty() const;
    /// Frees the blocks that no group owns. The queue is idle.
    void discard();

private:
    std::atomic<scratch_memory*> spare_ = nullptr;  // the last one returned; accessed without the lock
    mutable std::mutex mutex_;
    std::vector<lease> free_;  // others
};

}  // namespace ndweave::detail
