/// Replaces the calls of __ndweave_* (core/include/ndweave/builtins.h) in a kernel by NVPTX's own.
#pragma once

#include <string>

#include "compiler/codegen/ptx/kernel_function.hpp"

namespace ndweave::compiler::ptx {

constexpr std::uint32_t warp_size = 32;

struct builtin_use {
    bool barrier = false;
    std::uint32_t scratch_bytes = 0;  // shared memory that the module now declares for group algorithms
    std::string unknown;              // first __ndweave_ function that has no lowering; empty when all have one
};

/// Ids become special registers with their ranges, sizes become constants where the request fixes them, local memory
/// the dynamic shared array, group scratch a static one of its own, shuffles and barriers the warp's and the block's.
/// Precondition: make_kernel has built `kernel`, and every call is in it.
builtin_use lower_builtins(const kernel_function& kernel, const ndw_compile_request& request);

}  // namespace ndweave::compiler::ptx
