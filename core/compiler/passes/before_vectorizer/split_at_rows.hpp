/// Loops whose counter is divided by a width run row by row.
///
///     for i: x = i % w;  y = i / w;  out[x + y * p] = in[x + 1 + y * p]
///     ==>
///     while (i < n) {
///         x0 = i % w;  y0 = i / w;  m = min(w - x0, n - i)
///         for k < m: x = x0 + k;  out[x + y0 * p] = in[x + 1 + y0 * p]
///         i += m
///     }
///
/// Programs number the cells of a grid, or the elements of a matrix, in one dimension. On the left the vectorizer sees
/// a division for each element and addresses that may lie anywhere; on the right neither. A width that is known and
/// short stays: vectors of remainders are cheaper than many short loops.
///
/// Pre: simplified loops in loop-closed form, before the passes that look at their counters; innermost ones are
/// changed. Post: the same values in the same order, and a loop more around each that is changed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Of a width that is known: rows of so many iterations or more pay for the division that each of them costs.
constexpr unsigned min_known_row = 64;

struct split_at_rows : llvm::PassInfoMixin<split_at_rows> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
