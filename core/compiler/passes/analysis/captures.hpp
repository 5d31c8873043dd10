/// Pointers that a kernel captured, in the finished code of a host kernel.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// What an address is computed from, through whatever number of steps.
const llvm::Value* base_of(const llvm::Value* address);

/// Whether a base is a pointer that was loaded from the functor: not the memory of a work-group or a worker, whose
/// pointers come from elsewhere.
bool is_capture(const llvm::Value* base);

/// Whether the function reads through the base, or may.
bool is_read(const llvm::Function& function, const llvm::Value* base);

}  // namespace ndweave::compiler
