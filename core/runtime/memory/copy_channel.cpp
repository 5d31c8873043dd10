#include "runtime/memory/copy_channel.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>

#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/memory/idle_pool.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t page_bytes = 4096;

std::mutex mutex;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::copies, mutex); }

idle_pool<const device_impl*, copy_channel>& idle_channels() {
    static auto& all = *new idle_pool<const device_impl*, copy_channel>(mutex);
    return all;
}

}  // namespace

copy_channel::copy_channel(std::shared_ptr<device_impl> device)
    : device_(std::move(device)), queue_(device_->make_queue(false)), is_ordinary_(!device_->limits().usm_host) {}

copy_channel::~copy_channel() {
    for (block_memory& block : blocks_) {
        for (const auto& device : block.pinned_by) device->unpin(block.memory);
        if (is_ordinary_) {
            std::free(block.memory);
        } else if (block.memory) {
            device_->deallocate(block.memory, usm_kind::host);
        }
    }
}

void copy_channel::allocate(block_memory& block) {
    if (is_ordinary_) {
        block.memory = static_cast<char*>(std::aligned_alloc(page_bytes, device_tuning::staging_block_bytes));
    } else {
        block.memory =
            static_cast<char*>(device_->allocate(device_tuning::staging_block_bytes, page_bytes, usm_kind::host));
    }
    if (block.memory) return;
    throw exception(errc::memory_allocation, "a copy by way of the host needs " +
                                                 std::to_string(device_tuning::staging_block_bytes) +
                                                 " bytes of host memory of " + device_->limits().name);
}

char* copy_channel::block(std::size_t index) {
    block_memory& block = blocks_[index];
    if (!block.memory) {
        allocate(block);
        if (is_ordinary_ && device_->pin(block.memory, device_tuning::staging_block_bytes)) {
            block.pinned_by.push_back(device_);
        }
    }
    return block.memory;
}

char* copy_channel::block(std::size_t index, const std::shared_ptr<device_impl>& other) {
    char* const memory = block(index);
    auto& pinned_by = blocks_[index].pinned_by;
    if (other != device_ && std::ranges::find(pinned_by, other) == pinned_by.end() &&
        other->pin(memory, device_tuning::staging_block_bytes)) {
        pinned_by.push_back(other);
    }
    return memory;
}

copy_channel_lease::copy_channel_lease(const std::shared_ptr<device_impl>& device)
    : device_(device.get()), channel_(idle_channels().take(device_)) {
    if (!channel_) channel_ = std::make_unique<copy_channel>(device);
}

copy_channel_lease::~copy_channel_lease() {
    try {
        channel_->queue().wait();
        idle_channels().give(device_, std::move(channel_));
    } catch (...) {  // a channel whose driver fails is not used again; its copy has failed, too
    }
}

}  // namespace ndweave::detail
