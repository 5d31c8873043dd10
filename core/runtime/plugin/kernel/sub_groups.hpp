/// Sub-groups of devices behind the plugin ABI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ndweave/plugin.h"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// The sizes that a kernel may request, the device's own first.
std::vector<std::size_t> sub_group_sizes(const ndw_device_info&);

/// The size in a launch whose work-groups have `local_range`: the requested size, else the device's own, or 1 if that
/// would straddle the rows of NDW_CAP_SUB_GROUP_ROWS. Throws errc::kernel_not_supported if a requested size would
/// straddle rows. Pre: the device has the requested size (validate_launch).
std::uint32_t sub_group_size(const launch&, const std::uint32_t (&local_range)[3], const ndw_device_info&);

}  // namespace ndweave::detail
