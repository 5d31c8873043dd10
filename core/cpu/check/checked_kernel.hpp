/// Kernels in check mode (NDWEAVE_CHECK=1).
#pragma once

#include <vector>

#include "cpu/check/race_detector.hpp"
#include "cpu/compiled_kernel.hpp"
#include "runtime/memory/allocation_map.hpp"

namespace ndweave::detail {

/// Runs a launch, whose grid is `box`, of a kernel that was compiled with NDW_COMPILE_CHECK; work-items one after the
/// other on the calling thread, so that a mistake is found again. `allocations`: all that the kernel may reach, in
/// ascending order of their bases. Throws errc::kernel for the first mistake: an access outside of them and of local
/// memory, or misaligned, a race, a read of local memory that nobody wrote, a division that fails, work-items that go
/// on to different barriers or wait for each other; the text names kernel, source lines and work-items. The kernel is
/// left where it happens.
void run_checked(const ndw_compiled_kernel& kernel, const launch& l, const std::vector<allocation>& allocations,
                 const grid_box& box, race_detector& races);

}  // namespace ndweave::detail
