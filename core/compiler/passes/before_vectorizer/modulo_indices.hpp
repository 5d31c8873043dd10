/// Indices that repeat after a few iterations get a counter of their own, of so few bits that it wraps around with
/// them.
///
///     for x: out[x] = in[x] * t[x & 7]      ==>      phase = first & 7, 3 bits;  for x: { .. t[phase];  phase += 1 }
///
/// LLVM's vectorizer takes the left side for t[x] and checks first that x does not reach 8: its loop of vectors never
/// runs. On the right a vector of phases is seen not to change from one iteration over 8 or 16 work-items to the next,
/// and what is read from the table is read before the loop. Its addresses are pinned (pin_strided_accesses), so that
/// the vectorizer does not find the left side again.
///
/// Pre: simplified loops, before pin_strided_accesses; parallel innermost ones are changed. Post: the same values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Bits of the largest of such indices: no more iterations than a loop of vectors does in an iteration or two.
constexpr unsigned bits_of_short_period = 6;

struct modulo_indices : llvm::PassInfoMixin<modulo_indices> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
