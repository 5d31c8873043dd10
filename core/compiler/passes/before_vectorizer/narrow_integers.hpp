/// Arithmetic on small integers goes back from int, to which C++ promotes it, to 16 bits, where it gives the same.
///
///     u8 a, b, m, d;                                               in a vector of 512 bits
///     d = (a * m + b * (255 - m) + 128) >> 8      32 bits: 16 numbers      ==>      16 bits: 32 numbers
///     d = min(a + b, 255)                         32 bits: 16 numbers      ==>      add.sat: 64 numbers
///
/// A tree of operations begins at widened numbers of at most 16 bits, constants and numbers that do not change in the
/// loop; it ends where it is cut to 16 bits or fewer, or compared. Sums, products and bit operations are right in their
/// low 16 bits whatever happens above; a right shift is right in the bits that are asked for; and what looks at whole
/// numbers (division, comparison, minimum, maximum, absolute value) is done in 16 bits only if its operands' ranges
/// fit.
///
/// Pre: simplified loops, right before the vectorizer, which takes the width of its vectors from what it sees;
/// innermost ones are changed. Post: the same values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct narrow_integers : llvm::PassInfoMixin<narrow_integers> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
