/// Kernels compiled for this processor by the kernel compiler.
#pragma once

#include "cpu/scheduling/schedule.hpp"
#include "runtime/device/device_impl.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave::detail {

/// The request that compile_for_host sends to the kernel compiler.
ndw_compile_request host_request(const kernel_record& kernel, const std::uint32_t (&local_range)[3],
                                 cpu_strategy strategy, std::uint32_t flags, std::uint32_t sub_group_size,
                                 std::uint32_t pointer_alignment);

/// Compiles `kernel` for one local range. `flags` are ndw_compile_flag. Throws errc::build with the compiler's message,
/// or errc::kernel_not_supported if the forced strategy cannot run it.
compiled_kernel compile_for_host(const kernel_record& kernel, const std::uint32_t (&local_range)[3],
                                 cpu_strategy strategy, std::uint32_t flags, std::uint32_t sub_group_size,
                                 std::uint32_t pointer_alignment);

/// A launch in the compiled kernels' calling convention.
ndw_host_launch host_launch(const launch& l);

/// The calling thread's memory for boxes of the kernel.
ndw_host_worker worker_of(const ndw_compiled_kernel& kernel, const launch& l);

/// Runs a box on the calling thread: of work-items for basic kernels, of work-groups for nd-range ones.
void run_compiled_box(const ndw_compiled_kernel& kernel, const launch& l, const ndw_host_launch& h,
                      const grid_box& box);

}  // namespace ndweave::detail
