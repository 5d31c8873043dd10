/// Runs work-item loops only over the work-items that do anything.
///
///     for l < 256:                          for l < min(k, 256):
///         if (l < k) s[l] += s[l + k]   ==>     s[l] += s[l + k]
///
/// The test of a guard goes, and with it masks and most of the turns of a tree's upper levels; `if (l == 0)` becomes
/// one turn. Guards are comparisons of an id, or of an id and something the group shares, with a value that the group
/// shares, alone or as a part of a conjunction; nothing may happen in the turns where the guard fails.
/// Pre: loops as of make_item_loops, kept variables promoted. Post: the same meaning; the loops may begin anywhere and
/// turn zero times.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Returns the number of guards that went, and notes it at the kernel (count_in, kernel_attributes.hpp).
unsigned narrow_item_loops(llvm::Function& kernel);

constexpr const char* narrowed_guards = "ndweave-narrowed-guards";

/// The same for the flat loops around straight-line kernels, so that bounds checks leave no masks.
/// Pre: simplified loops, an entry with the kernel inlined. Post: the same meaning, normal form.
struct narrow_flat_loops : llvm::PassInfoMixin<narrow_flat_loops> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
