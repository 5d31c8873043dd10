/// Kernels compiled for this processor by the kernel compiler.
#pragma once

#include "cpu/scheduling/schedule.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {

/// Compiles a variant of `kernel`. Throws errc::build with the compiler's message, or errc::kernel_not_supported if the
/// forced strategy cannot run it.
compiled_kernel compile_for_host(const kernel_record& kernel, const ndw_kernel_variant& variant);

/// A launch in the compiled kernels' calling convention.
ndw_host_launch host_launch(const launch& l);

/// The calling thread's memory for boxes of the kernel.
ndw_host_worker worker_of(const ndw_compiled_kernel& kernel, const launch& l);

/// Runs a box on the calling thread: of work-items for basic kernels, of work-groups for nd-range ones.
void run_compiled_box(const ndw_compiled_kernel& kernel, const launch& l, const ndw_host_launch& h,
                      const grid_box& box);

}  // namespace ndweave::detail
