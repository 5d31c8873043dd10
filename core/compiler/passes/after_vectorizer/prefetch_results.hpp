/// Fetches the cache lines of results while a work-group still computes them.
///
///     for group:                                  for group:
///         for l: v[l] = s[(l * a) & 1023]             for l: { v[l] = s[(l * a) & 1023]; prefetch &out[group][l] }
///         for l: ..                         ==>       for l: ..
///         for l: out[group][l] = w[l]                 for l: out[group][l] = w[l]
///
/// An ordinary store waits for its line, and a processor's stores wait in order. A loop that only writes results, some
/// lines in a row after much else, is over before its hardware recognises its stride, and has more lines than a store
/// queue has places.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// After vectorization: for vector stores of an innermost loop of few iterations, through captured pointers that the
/// function never reads through, puts prefetches for writing into earlier loops of the same loop, where the addresses
/// are known already. What is stored past the caches is left alone, so mark_streaming_stores() comes first. Only hints
/// are added. Returns how many stores are prefetched.
unsigned prefetch_results(llvm::Module& module);

}  // namespace ndweave::compiler
