/// Validation of launches before they reach a device.
#pragma once

#include "compiler/abi.h"
#include "ndweave/handler.hpp"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// Whether a launch has no work-items. It is then complete without a device, whatever its local range (SYCL
/// 2020, 3.7.2).
bool is_empty(const launch&);

/// Whether the device has sub-groups, or work-groups, of the size that a kernel requires, in SYCL's order; 0: any.
bool offers_sub_group(const device_limits&, std::uint32_t size);
bool offers_work_group(const device_limits&, const std::uint32_t (&size)[3], std::uint32_t dimensions);

/// Throws errc::kernel_not_supported, naming the supported sizes, if the device has no sub-groups of the requested
/// size.
void require_sub_group_size(const kernel_record&, std::uint32_t asked, const device_limits&);

/// Pre: not empty. Throws errc::nd_range for local ranges that are empty or do not divide the global one, and for
/// ranges that are too large, errc::memory_allocation for too much local memory, and as require_sub_group_size; the
/// text names kernel, device, ranges (in SYCL's order), limit and what would fit.
void validate_launch(const launch&, const device_limits&);

/// Throws errc::memory_allocation where the arrays that the compiled kernel declares itself, with those of the launch,
/// are too much local memory.
void validate_declared_memory(const launch&, const ndw_compiled_kernel&, const device_limits&);

}  // namespace ndweave::detail
