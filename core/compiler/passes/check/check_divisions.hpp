/// Has every division of integers looked at before it happens: by zero, and of the least number by -1.
///
///     q = sdiv i32 n, d   ==>   __ndweave_check_division(d == 0 ? 1 : n == INT_MIN && d == -1 ? 2 : 0, "file:line")
///                               q = sdiv i32 n, d
///
/// Before the clean-up, which concludes from a division that it does not fail. The builtin is `void(i32 fault, ptr
/// place)`, see ndw_check.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

void check_divisions(llvm::Function& kernel);

}  // namespace ndweave::compiler
