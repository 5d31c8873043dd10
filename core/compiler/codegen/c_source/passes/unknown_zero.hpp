/// A zero that no compiler knows to be one: what is combined with it looks like anything.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace ndweave::compiler::c_source_detail {

/// i32(): the highest bit of an argument's address (user space has the lower half of addresses), or get_work_dim()
/// without its lowest bits in kernels that have no pointer as argument.
inline constexpr const char* unknown_zero = "__ndweave_unknown_zero";

/// A call of it where the kernel begins.
llvm::CallInst* call_of_zero(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
