#include "runtime/memory/copy_channel.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "ndweave/exception.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/plugin/driver_life.hpp"

namespace ndweave::detail {
namespace {

std::mutex mutex;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::copies, mutex); }

/// Of one process: a child's drivers do not know what its parent made.
using channel_key = std::pair<const device_impl*, std::uint32_t>;

/// Never destroyed: copies may run while the process ends.
std::vector<std::unique_ptr<copy_channel>>& idle_channels(const device_impl* device) {
    static auto& all = *new std::map<channel_key, std::vector<std::unique_ptr<copy_channel>>>;
    return all[{device, fork_count()}];
}

}  // namespace

copy_channel::copy_channel(std::shared_ptr<device_impl> device)
    : device_(std::move(device)), queue_(device_->make_queue(false)) {}

copy_channel::~copy_channel() {
    if (!pageable_.empty()) return;
    for (char* const block : blocks_) {
        if (block) device_->deallocate(block, usm_kind::host);
    }
}

char* copy_channel::block(std::size_t index) {
    char*& block = blocks_[index];
    if (block) return block;
    if (!device_->limits().usm_host) {
        block =
            pageable_.emplace_back(std::make_unique_for_overwrite<char[]>(device_tuning::staging_block_bytes)).get();
        return block;
    }
    block = static_cast<char*>(device_->allocate(device_tuning::staging_block_bytes, 4096, usm_kind::host));
    if (block) return block;
    throw exception(errc::memory_allocation, "a copy between devices needs " +
                                                 std::to_string(device_tuning::staging_block_bytes) +
                                                 " bytes of host memory of " + device_->limits().name);
}

copy_channel_lease::copy_channel_lease(const std::shared_ptr<device_impl>& device) : device_(device.get()) {
    {
        const std::lock_guard lock(mutex);
        auto& idle = idle_channels(device_);
        if (!idle.empty()) {
            channel_ = std::move(idle.back());
            idle.pop_back();
        }
    }
    if (!channel_) channel_ = std::make_unique<copy_channel>(device);
}

copy_channel_lease::~copy_channel_lease() {
    try {
        channel_->queue().wait();
        const std::lock_guard lock(mutex);
        idle_channels(device_).push_back(std::move(channel_));
    } catch (...) {  // a channel whose driver fails is not used again; its copy has failed, too
    }
}

}  // namespace ndweave::detail
