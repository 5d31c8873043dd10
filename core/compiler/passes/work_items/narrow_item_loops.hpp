/// Runs work-item loops only over the work-items that do anything.
///
///     for l < 256:                          for l < min(k, 256):
///         if (l < k) s[l] += s[l + k]   ==>     s[l] += s[l + k]
///
/// The test of a guard goes, and with it masks and most of the iterations of a tree's upper levels; `if (l == 0)`
/// becomes one iteration. Guards are comparisons of an id, or of an id and something the group shares, with a value
/// that the group shares, alone or as a part of a conjunction; nothing may happen in the iterations where the guard
/// fails. Where something does, and the guard guards members of structures, two loops are made of the one: a mask would
/// make each member a gather.
///
///     for l < 256:                          for l < min(k, 256):
///         if (l < k) sum(v[l].x, v[l].y)  ==>   sum(v[l].x, v[l].y); t[l] = 0
///         t[l] = 0                          for min(k, 256) <= l < 256:
///                                               t[l] = 0
///
/// Pre: loops as of make_item_loops, kept variables promoted. Post: the same meaning; the loops may begin
/// anywhere and run zero times.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Returns the number of guards that went, and notes it at the kernel (note_of, kernel_attributes.hpp).
unsigned narrow_item_loops(llvm::Function& kernel);

constexpr const char* narrowed_guards = "ndweave-narrowed-guards";

/// The same for the flat loops around straight-line kernels, so that bounds checks leave no masks.
/// Pre: simplified loops, an entry with the kernel inlined. Post: the same meaning, normal form.
struct narrow_flat_loops : llvm::PassInfoMixin<narrow_flat_loops> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
