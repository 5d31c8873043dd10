#include "runtime/memory/scratch_pool.hpp"

#include <algorithm>
#include <new>

namespace ndweave::detail {

scratch_pool::lease scratch_pool::take(const std::shared_ptr<device_impl>& device, queue_impl& queue,
                                       std::size_t bytes) {
    lease spare(spare_.exchange(nullptr, std::memory_order_acq_rel));
    if (spare && spare->size() >= bytes) return spare;
    {
        const std::lock_guard lock(mutex_);
        if (spare) free_.push_back(std::move(spare));
        const auto found = std::ranges::find_if(free_, [&](const lease& block) { return block->size() >= bytes; });
        if (found != free_.end()) {
            lease block = std::move(*found);
            free_.erase(found);
            return block;
        }
    }
    return std::make_unique<scratch_memory>(device, queue, bytes);
}

void scratch_pool::give_back(lease block) noexcept {
    scratch_memory* none = nullptr;
    if (spare_.compare_exchange_strong(none, block.get(), std::memory_order_acq_rel)) return void(block.release());
    const std::lock_guard lock(mutex_);
    try {
        free_.push_back(std::move(block));
    } catch (const std::bad_alloc&) {
        (void)block.release();  // running work may use it
    }
}

void scratch_pool::discard() {
    const lease spare(spare_.exchange(nullptr, std::memory_order_acq_rel));
    const std::lock_guard lock(mutex_);
    free_.clear();
}

bool scratch_pool::empty() const {
    const std::lock_guard lock(mutex_);
    return !spare_.load(std::memory_order_acquire) && free_.empty();
}

}  // namespace ndweave::detail
