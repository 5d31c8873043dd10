/// Integer divisions of a parallel loop become products of floating-point numbers, which processors have for vectors.
///
///     for l: q[l] = l / w      ==>      r = 1.0 / w;  for l: q[l] = (int)((l + 0.5) * r)
///
/// No processor of ours divides vectors of integers: each lane would leave its vector for a division of its own.
/// Programs that number the points of a grid with one id divide by its widths.
///
/// Exact. For |a| < 2^32 in double, the distance of (|a| + 1/2) / |b| from an integer is 1 / 2|b| or more, since
/// 2|a| + 1 is odd; two roundings change it by less than 2^-52 * 2^32.1 / |b|. So it has the integer part of |a| / |b|.
/// A divisor that the loop changes divides: |a| / |b| is an integer or 1 / |b| away from one. 16 bits fit in float
/// likewise. Dividends of 64 bits are taken where they are known to be less than 2^32; divisors of 64 bits that are
/// rounded change no more. A remainder is a - q * b modulo the type's size.
///
/// Sound where the divisor is zero in a lane that takes no part: nothing traps, and nobody uses the quotient, which is
/// poison.
///
/// A remainder uses its dividend twice, where an undefined one may differ: only work-items that take no part have such.
///
/// Pre: simplified loops, right before the vectorizer, behind split_at_rows, which sees quotients as such. Post: the
/// same values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct divide_in_floating_point : llvm::PassInfoMixin<divide_in_floating_point> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
