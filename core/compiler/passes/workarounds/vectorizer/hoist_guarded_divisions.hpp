/// Takes divisions that a loop repeats out of its branches, where LLVM 19's vectorizer does them for the first lane
/// only.
///
///     for (i) { if (m[i]) x = t[a % b]; … }   ==>   r = a % (b == 0 ? 1 : b); for (i) { if (m[i]) x = t[r]; … }
///
/// The vectorizer (19.1) takes the address for one that all lanes share, and the division with it, but keeps that under
/// the mask of the first lane: where only others are on, the address is undefined. A division whose operands do change,
/// but which may be seen to give every lane the same, gets a result that cannot be seen through.
/// Akin: LLVM issue 142957. To be tried without when LLVM is newer than 19.
/// Pre: to be run right before the vectorizer; nothing may simplify in between. Loops may have any form, since what
/// comes after may bring them into the simplified one: the result of a division that cannot be moved, for want of a
/// preheader, is hidden. Post: the same meaning.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct hoist_guarded_divisions : llvm::PassInfoMixin<hoist_guarded_divisions> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
