/// Masked stores that no lane takes part in.
///
///     masked.store a, m             if (any(m | n)) {
///     masked.store b, n      ==>        masked.store a, m
///                                       masked.store b, n }
///
/// A masked store to a page that is not there, or may only be read yet, does nothing where its mask is empty, but
/// the processor needs its microcode to find that out: some hundred cycles for each, as long as nobody writes to the
/// page. Stores that follow each other share a branch: their masks are empty together much more rarely at random, where
/// a branch would be mispredicted, than where a whole stretch is left out.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// To run after the optimisations. Returns how many branches it made.
unsigned guard_empty_stores(llvm::Module& module);

}  // namespace ndweave::compiler::host
