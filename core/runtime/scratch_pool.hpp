/// A queue's blocks of device memory for reductions.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/scratch_memory.hpp"

namespace ndweave::detail {

/// Each block is in the hands of one command group at a time, from the moment that it is asked for until the group's
/// action is submitted; actions of later groups come after it in the queue's order. Thread-safe.
class scratch_pool {
public:
    scratch_pool() = default;
    scratch_pool(const scratch_pool&) = delete;
    ~scratch_pool() { delete spare_.load(std::memory_order_acquire); }

    /// A block while a command group has it.
    using lease = std::unique_ptr<scratch_memory>;

    /// At least `bytes`, all zero.
    lease take(const std::shared_ptr<device_impl>& device, queue_impl& queue, std::size_t bytes);
    void give_back(lease block) noexcept;
    bool empty() const;

private:
    std::atomic<scratch_memory*> spare_ = nullptr;  // the last one given back, without the lock
    mutable std::mutex mutex_;
    std::vector<lease> free_;  // others
};

}  // namespace ndweave::detail
