/// Kernels in check mode (NDWEAVE_CHECK=1).
#pragma once

#include <vector>

#include "cpu/compiled_kernel.hpp"
#include "runtime/allocation_map.hpp"

namespace ndweave::detail {

/// Runs a box of a kernel that was compiled with NDW_COMPILE_CHECK on the calling thread. `allocations`: all that the
/// kernel may reach, in ascending order of their bases. Throws errc::kernel for the first access outside of them and of
/// local memory, and for work-items that go on to different barriers; the text names kernel and source line. The
/// kernel is left where it happens.
void run_checked_box(const ndw_compiled_kernel& kernel, const launch& l, const std::vector<allocation>& allocations,
                     const grid_box& box);

}  // namespace ndweave::detail
