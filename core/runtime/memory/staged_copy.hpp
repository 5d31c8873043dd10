/// Copies between memory of devices that cannot access each other's.
#pragma once

#include <cstddef>
#include <memory>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// One end of a copy. `device` owns the memory; null: memory that the host can access.
struct copy_end {
    char* memory;
    std::shared_ptr<device_impl> device;
};

/// Whether queues of `device` can copy it.
bool accesses(const device_impl& device, const copy_end& end);

/// Copies as a command of `own`, a queue of `device`: behind what it has got, complete on return. At least one end is
/// device memory that `device` cannot access.
void staged_copy(queue_impl& own, const device_impl& device, const copy_end& to, const copy_end& from,
                 std::size_t bytes);

}  // namespace ndweave::detail
