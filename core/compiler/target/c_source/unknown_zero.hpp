/// Zeros that no compiler knows to be zeros: what is combined with one looks like anything.
#pragma once

#include "llvm/IR/Function.h"

namespace ndweave::compiler::c_source_detail {

inline constexpr const char* zero_of_group =
    "__ndweave_zero_of_group";                                         // i32(), get_work_dim() without its lowest bits
inline constexpr const char* zero_of_item = "__ndweave_zero_of_item";  // i32(), the highest bit of a local id

/// A call of one of them where the kernel begins.
llvm::Value* call_of_zero(llvm::Function& kernel, const char* which);

}  // namespace ndweave::compiler::c_source_detail
