/// Which globals a set of roots needs.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/GlobalValue.h>

namespace ndweave::extract {

using global_set = llvm::SetVector<llvm::GlobalValue*>;

/// The roots, then every global that their bodies and initializers refer to, directly or not, in the order of
/// discovery: it depends on the code of the roots only, not on where the globals stand in the module.
global_set reachable_from(llvm::ArrayRef<llvm::GlobalValue*> roots);

}  // namespace ndweave::extract
