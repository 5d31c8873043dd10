/// Kernels in check mode (NDWEAVE_CHECK=1).
#pragma once

#include <vector>

#include "cpu/check/race_detector.hpp"
#include "cpu/compiled_kernel.hpp"
#include "runtime/memory/allocation_map.hpp"

namespace ndweave::detail {

/// Runs a launch, whose grid is `box`, of a kernel that was compiled with NDW_COMPILE_CHECK. Work-items run one after
/// the other on the calling thread, so that mistakes are reproducible. `allocations` are all that the kernel may
/// access, in ascending order of their bases.
///
/// Throws errc::kernel for the first mistake, at which the kernel is left: an access outside of the allocations and of
/// local memory, a misaligned access, a race, a read of unwritten local memory, a failing division, or work-items that
/// reach different barriers or wait for each other. The text names the kernel, source lines and work-items.
void run_checked(const ndw_compiled_kernel& kernel, const launch& l, const std::vector<allocation>& allocations,
                 const grid_box& box, race_detector& races);

}  // namespace ndweave::detail
