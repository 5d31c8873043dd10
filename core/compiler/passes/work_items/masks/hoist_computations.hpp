/// Computations of what only a part of the group comes to, made by the whole group.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Dominators.h>

namespace ndweave::compiler {

/// Moves what the blocks compute of values that are there at the guard, which dominates them, to the guard's end: kept
/// in a variable, an address would not tell any more where work-items lie side by side. Neither PHIs nor what reads
/// memory or may trap is moved.
void hoist_computations(const llvm::SetVector<llvm::BasicBlock*>& blocks, llvm::BasicBlock& guard,
                        const llvm::DominatorTree& dominators);

}  // namespace ndweave::compiler
