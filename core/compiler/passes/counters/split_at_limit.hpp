/// Splits a loop into one that has several iterations left at the start of each, and the rest.
#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

namespace ndweave::compiler {

/// Before: `do { f(i); } while ((i += step) < n);`
/// After:  `limit = n - (left - 1) * step; if (i < limit) do { f(i); } while ((i += step) < limit);` and the rest,
///         `do { f(i); } while ((i += step) < n);`, if any is left.
///
/// `loop` is the first of them afterwards: wherever its header is reached there are at least `left` iterations, so that
/// it may be unrolled by `left` without a test between. It counts no iterations, which would take a division where the
/// step is not known, as in loops over all of an array by all work-items. Whatever the values are, both loops together
/// do what the one did: a step that is not positive, or a limit that no number can express, leaves all to the rest.
/// `left` is at least 2. Returns the rest, or null where the loop has another form: it must leave at its end only,
/// while what is added to is less than a bound, and be in LLVM's simple and closed form, in which it stays.
llvm::Loop* split_at_limit(llvm::Loop& loop, unsigned left, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                           llvm::ScalarEvolution& evolution, llvm::AssumptionCache& assumptions);

}  // namespace ndweave::compiler
