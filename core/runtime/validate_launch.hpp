/// What every launch must satisfy before a device sees it.
#pragma once

#include "ndweave/handler.hpp"
#include "runtime/device_impl.hpp"

namespace ndweave::detail {

/// The launch in hardware axes. Throws errc::nd_range for ranges that are empty, not divisible or too large,
/// errc::memory_allocation for too much local memory; the text names kernel, device, ranges, limit and what would fit.
launch validate_launch(const launch_request&, const device_limits&);

}  // namespace ndweave::detail
