/// Gathers of members that lie one behind the other become loads of rows and a transposition.
///
///     x = gather(p), y = gather(p + 4)    x0 y0        x0 y0 x2 y2      x0 x1 x2 x3
///                                         x1 y1   ==>              ==>
///                                         x2 y2        x1 y1 x3 y3      y0 y1 y2 y3
///                                         ..
///
/// LLVM's vectorizer loads structures so where each iteration reads the next one, of up to eight members; others, and
/// those at indices from memory, become gathers, which cost a load for each number and more. Rows are loaded once, in
/// pieces of a power of two, and mixed in log2 steps of one shuffle for each register (the transposition of blocks by
/// exchanges: Eklundh 1972).
///
/// Sound: a row's bytes are those that the gathers read, of all lanes; nothing between them writes what they read, and
/// control passes through all of them. Where the row's place is a multiple of its size, as that of a `float4`, half of
/// its members are enough: the others are in the same page, and nobody uses them.
///
/// Pre: after the vectorizer, before merge_scatters, which looks for scatters with nothing between them. Post: the same
/// meaning.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct merge_gathers : llvm::PassInfoMixin<merge_gathers> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
