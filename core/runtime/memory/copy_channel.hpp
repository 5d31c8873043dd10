/// What copies go through that no driver does, or not well.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/device/device_impl.hpp"
#include "runtime/device/device_tuning.hpp"

namespace ndweave::detail {

/// A queue of one device, and blocks of host memory, pinned where the device can, for its end of such copies.
class copy_channel {
public:
    explicit copy_channel(std::shared_ptr<device_impl> device);
    ~copy_channel();
    copy_channel(const copy_channel&) = delete;

    queue_impl& queue() { return *queue_; }
    /// Of device_tuning::staging_block_bytes; allocated by the first call. Throws errc::memory_allocation.
    char* block(std::size_t index);
    /// The same for a copy that `other` takes part in: pinned by it, too, where it can.
    char* block(std::size_t index, const std::shared_ptr<device_impl>& other);

private:
    struct block_memory {
        char* memory = nullptr;
        std::vector<std::shared_ptr<device_impl>> pinned_by;  // devices that did not allocate it
    };

    void allocate(block_memory& block);

    const std::shared_ptr<device_impl> device_;
    const std::unique_ptr<queue_impl> queue_;
    const bool is_ordinary_;  // the blocks are memory of the process, which the device did not allocate
    std::array<block_memory, device_tuning::staging_blocks> blocks_;
};

/// A channel of the device that nobody else uses until it is given back. Its queue is idle then.
class copy_channel_lease {
public:
    explicit copy_channel_lease(const std::shared_ptr<device_impl>& device);
    ~copy_channel_lease();
    copy_channel_lease(const copy_channel_lease&) = delete;

    copy_channel* operator->() const { return channel_.get(); }
    copy_channel& operator*() const { return *channel_; }

private:
    const device_impl* const device_;
    std::unique_ptr<copy_channel> channel_;
};

}  // namespace ndweave::detail
