/// Which work-items an atomic operation orders: memory_scope as LLVM's synchronisation scopes.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// The scopes' names in LLVM IR; a system-wide operation names none.
inline constexpr llvm::StringLiteral workgroup_scope = "workgroup";
inline constexpr llvm::StringLiteral device_scope = "agent";

/// Before: `%q = call ptr @__ndweave_atomic_scope(ptr %p, i32 3)`, `atomicrmw add ptr %q, i32 1 monotonic`
/// After:  `atomicrmw add ptr %p, i32 1 syncscope("agent") monotonic`
/// An operation that the call does not reach directly stays system-wide, which is always right. Unordered accesses
/// become monotonic.
/// Pre: inlined and cleaned up. Post: no such call is left.
void give_atomic_scopes(llvm::Module& module);

}  // namespace ndweave::compiler
