/// Chooses the heads of the regions: what follows a barrier, and the ways in and out of uniform loops and branches
/// around barriers or loops, so that the group runs those in lockstep and the work-item loop is the innermost one.
///
///     for each work-item:                  for k < n:                       (k uniform)
///         for k < n: x = x * c + a[k]  ==>     for each work-item: x = x * c + a[k]
///
/// Pre: normal form of simplify_kernel, a prologue, split_blocks_at_barriers. Post: no barrier, no group_any left (of
/// lanes, exchanges are, at the start of regions, with values from before); the
/// plan stands in the kernel (region_plan.hpp); the kernel's meaning for one work-item alone is unchanged.
#pragma once

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace ndweave::compiler {

/// Returns the number of implicit barriers.
unsigned place_implicit_barriers(llvm::Function& kernel);

/// Whether the kernel has loops that place_implicit_barriers lifts, or that are masked.
bool has_convergent_loops(llvm::Function& kernel);

/// The most 32-bit words that each work-item carries through a loop that place_implicit_barriers lifts, other than ids:
/// what the loop's iterations hand on and what they take from before it.
unsigned words_through_loops(llvm::Function& kernel);

/// Whether the instruction can become vector code: no barrier, atomic or unknown call, which keep the work-item loop
/// scalar.
bool may_run_under_mask(const llvm::Instruction& i);

/// Ends blocks after each barrier and each group_any, and of lanes before exchanges; to be called before the uniformity
/// is computed.
void split_blocks_at_barriers(llvm::Function& kernel);

}  // namespace ndweave::compiler
