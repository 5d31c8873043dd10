/// Kernels for the processor, as profilers see them.
#pragma once

#include <string>

#include "compiler/abi.h"
#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

/// Where NDWEAVE_PERF=1 asks for it, names the kernel's machine code for Linux' perf, as "triad [loop, 1 x 1 x 64]":
/// with its strategy, its work-groups if they are constants of the code, and `what` else tells it from others of the
/// kernel. Throws errc::invalid where the names cannot be written.
void name_machine_code(const kernel_record&, const ndw_kernel_variant&, const ndw_compiled_kernel&,
                       const std::string& what = "");

}  // namespace ndweave::detail
