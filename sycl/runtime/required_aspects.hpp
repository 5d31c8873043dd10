/// Aspects that kernels require by [[sycl::device_has(…)]], bits by the numbers of their enumerators.
#pragma once

#include <cstdint>

#include "sycl/execution/device.hpp"

namespace sycl::detail {

/// Those that the device has not.
std::uint64_t missing_aspects(std::uint64_t aspects, const device&);

}  // namespace sycl::detail
