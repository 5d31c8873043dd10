/// How reductions over a range are divided on a device.
#pragma once

#include <cstddef>

#include "ndweave/handler.hpp"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// Consecutive points of a group on a CPU with `units` cores: as many for every core, so that all finish at the same
/// time, within the limits of device_tuning.
std::size_t run_length(std::size_t points, std::size_t units);

/// For that many points.
reduction_shape shape_of_reduction(std::size_t points, const device_limits& limits);

}  // namespace ndweave::detail
