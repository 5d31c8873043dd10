/// Loads that every iteration of a parallel loop makes from one address.
///
/// Precondition: simplified, rotated loops; those whose iterations carry no dependence through memory are annotated
/// parallel (llvm.loop.parallel_accesses). Postcondition: in such a loop, a load from an invariant address that every
/// iteration makes before it writes anything is made once, before the loop:
///
///     preheader ──► body: s = *scalars          preheader: s = *scalars ──► body: if (s) …
///                         if (s) … a[i] = …                                       a[i] = …
///
/// LLVM's own code motion cannot: for all it knows a[i] may be the scalar. Loads after a write stay, since an iteration
/// may read back what it wrote itself.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct hoist_parallel_loads : llvm::PassInfoMixin<hoist_parallel_loads> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
