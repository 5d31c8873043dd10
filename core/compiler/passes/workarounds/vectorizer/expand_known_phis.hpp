/// Replaces phis in a loop's branches that ScalarEvolution knows to be an expression by that expression.
///
///     for (i) if (on[i]) { i == 0 ? x = 0 : (a[n + i] = 1, x = i); a[n + x] = 2; }   ==>   … a[n + i] = 2; }
///
/// What it knows holds where the phi is reached. LLVM 19's vectorizer takes it to hold for lanes that are masked off
/// too: an access to consecutive addresses, or to one that all lanes share, gets the first lane's, where a phi has
/// become a blend, whose value for a lane that is off is any of the incoming ones.
/// Pre: to be run before the vectorizer and what hides strides from it; nothing may simplify in between. Post: the same
/// meaning; what cannot be computed ahead of the phi is hidden from ScalarEvolution.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct expand_known_phis : llvm::PassInfoMixin<expand_known_phis> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
