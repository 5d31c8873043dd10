/// Zeros that no compiler knows to be zeros: what is combined with one looks like anything.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace ndweave::compiler::c_source_detail {

/// i32(): the highest bit of an argument's address (user space has the lower half of addresses), or get_work_dim()
/// without its lowest bits in kernels that have no pointer as argument.
inline constexpr const char* zero_of_group = "__ndweave_zero_of_group";
inline constexpr const char* zero_of_item = "__ndweave_zero_of_item";  // i32(), the highest bit of a local id

/// A call of one of them where the kernel begins.
llvm::CallInst* call_of_zero(llvm::Function& kernel, const char* which);

}  // namespace ndweave::compiler::c_source_detail
