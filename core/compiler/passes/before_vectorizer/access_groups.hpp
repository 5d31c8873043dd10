/// Gives accesses of parallel loops back the access group that LLVM's passes drop.
///
/// A loop is parallel to LLVM while every access in it belongs to a group that the loop names
/// (llvm.loop.parallel_accesses). A pass that merges or moves accesses (MergedLoadStoreMotion, LICM) makes one without
/// a group, and the vectorizer checks the whole loop at run time again, or leaves it scalar. What a pass makes of
/// accesses of one iteration is one of the same iteration, though, and just as independent of the others:
///
///     if (s[i]) m[i] = 0;  !group            m[i] = phi [0, …], [x, …]               m[i] = phi …  !group
///     else      m[i] = x;  !group     ==>                                   ==>
///               a[i] = y;  !group            a[i] = y;  !group                       a[i] = y;     !group
///
/// Loops that have other accesses from the beginning (atomics made ordinary, say) are not noted, and get nothing.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Marks loops that are parallel. Pre: variables promoted to values.
struct note_parallel_loops : llvm::PassInfoMixin<note_parallel_loops> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

/// Makes marked loops parallel again, where the accesses without a group are plain loads and stores.
struct restore_access_groups : llvm::PassInfoMixin<restore_access_groups> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
