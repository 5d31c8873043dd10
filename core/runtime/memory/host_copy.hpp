/// Large copies between ordinary host memory and a device, which several threads bring through blocks of pinned memory.
/// A driver's own path uses one thread (docs/decisions/099).
#pragma once

#include <cstddef>
#include <memory>

#include "runtime/device/device_impl.hpp"
#include "runtime/memory/copy_channel.hpp"

namespace ndweave::detail {

enum class copy_direction { to_device, to_host };

/// The device's side of such a copy. Any thread may call, one at a time.
class transfer_queue {
public:
    /// Enqueues a copy between a block and the device's memory.
    virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
    virtual std::shared_ptr<event_impl> record() = 0;

protected:
    ~transfer_queue() = default;
};

/// Complete on return; after an error the queue may still use the blocks. Pre: `blocks` has memory for all of them, and
/// is of the queue's device.
void copy_through_blocks(transfer_queue& queue, copy_channel& blocks, void* to, const void* from, std::size_t bytes,
                         copy_direction towards);

}  // namespace ndweave::detail
