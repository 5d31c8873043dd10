/// Atomic updates of one place by all iterations of a loop become one behind it.
///
///     for (item : group)                         sum = 0
///         if (hit(item)) atomic_add(&n, 1)  ==>  for (item : group) sum += hit(item)
///                                                if (sum != 0) atomic_add(&n, sum)
///
/// A counter that every work-item increments costs a locked operation for each, on a line that all threads want; the
/// sum is made in vectors. From inner loops to outer ones, so that a thread updates the place once for its part of a
/// launch.
///
/// Relaxed updates of integers, and minima and maxima of floating-point numbers, whose result nobody uses, of an
/// address that the loop does not change. What happens between them in one thread nobody can have relied on to be seen
/// (C++, [intro.races]: a modification order in which they follow each other directly is one of those that are
/// allowed), provided that the loop accesses the place in no other way, synchronises with nobody, calls nothing that
/// might, and ends without waiting for others: it uses nothing that an atomic operation finds, but in loops that retry
/// an exchange (retry_loops.hpp). Floating-point sums stay: (a + b) + p is not p + a + b. NaN is the beginning of a
/// minimum: `minnum` ignores it, as the update does.
///
/// Pre: loops in simplified form. Post: the same form.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct combine_atomics : llvm::PassInfoMixin<combine_atomics> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
