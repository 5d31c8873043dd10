/// Makes calls of the C mathematics library what they would be under -fno-math-errno.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: functions that LLVM has an intrinsic for are calls of it; the others are free of side effects (those with a
/// pointer argument write through it only). Divisions and intrinsics that have poles take infinities and NaNs, whatever
/// flags they had. Definitions and calls of another type are left alone.
void normalise_math(llvm::Module& module);

}  // namespace ndweave::compiler
