/// Replaces the calls of __ndweave_* (core/include/ndweave/builtins.h) in a kernel by NVPTX's own.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <string>

namespace ndweave::compiler::ptx {

/// Ids become special registers with their ranges, sizes become constants where the request fixes them, local memory
/// the dynamic shared array, group scratch a static one of its own, shuffles and barriers the warp's and the block's.
/// Pre: make_kernel has made `kernel`, and every call is in it.
void lower_builtins(llvm::Function& kernel);

/// What lower_builtins has left, since it knows no such builtin: the first one; empty where there is none.
std::string unknown_builtin(const llvm::Function& kernel);

/// Bytes of shared memory that the kernel declares for group algorithms. Right behind lower_builtins.
std::uint32_t scratch_bytes_of(const llvm::Function& kernel);

/// Whether all work-items of a group wait for each other somewhere. Right behind lower_builtins.
bool has_barrier(const llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx
