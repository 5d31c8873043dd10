/// Finds out which pointers of a kernel lead to global memory.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/codegen/ptx/kernel_function.hpp"
#include "compiler/codegen/ptx/pass_runner.hpp"

namespace ndweave::compiler::ptx {

/// Before: `%p = load ptr, %capture` is generic: every access through %p tests at run time which memory it meets.
/// After:  `%p` is cast to addrspace(1), and InferAddressSpaces carries that to the accesses.
///
/// A pointer that comes out of a capture is a USM pointer, hence global. One that comes out of global memory is too,
/// unless the kernel itself stores the address of private or local memory somewhere; then only captures count. Loads of
/// pointers behind pointers are found by repeating both steps until nothing changes. Captured pointers are assumed to
/// be aligned to `pointer_alignment` bytes (1: nothing is assumed); `kernel.aligned_pointers` gets where they are.
/// Precondition: allocas promoted as far as SROA can.
void infer_global_pointers(kernel_function& kernel, pass_runner& passes, std::uint32_t pointer_alignment);

/// Moves constant tables and other module-scope variables to addrspace(1).
void place_globals(llvm::Module& module);

}  // namespace ndweave::compiler::ptx
