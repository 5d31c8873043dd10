/// Has every access of a kernel to global and local memory looked at before it happens.
///
///     v = load float, p        p' = __ndweave_check_access(p, 4, 0, 0, "file:line")
///                       ==>    v = load float, p'
///
/// The builtin is `ptr(ptr address, i64 bytes, i32 what, i64 value, ptr place)`, see ndw_check in abi.h; it returns its
/// address, so that no later pass moves the access before it. Left alone is what can only reach private memory:
/// allocas, the arena, group scratch, constants of the module and the functor. Runs after the work-item loops are
/// formed, so that the calls do not change how the kernel is split. Functions that are left because they recurse are
/// not looked into.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// Pre: the kernel's one argument is the functor.
void check_accesses(llvm::Function& kernel);

}  // namespace ndweave::compiler
