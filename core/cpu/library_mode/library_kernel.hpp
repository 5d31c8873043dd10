/// Kernels compiled by the host compiler (library mode).
#pragma once

#include <cstdint>

#include "cpu/scheduling/schedule.hpp"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// How the library runs the work-items of an nd-range kernel; basic kernels are always plain loops.
enum class library_executor : std::uint32_t { loop, fiber };

/// Runs a box on the calling thread: of work-items for basic kernels and single tasks, of work-groups for nd-range
/// ones. Propagates exceptions of the kernel.
void run_library_box(const launch& l, library_executor executor, const grid_box& box);

}  // namespace ndweave::detail
