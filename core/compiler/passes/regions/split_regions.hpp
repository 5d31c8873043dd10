/// Cuts the kernel at the heads of its plan, and runs each region for every work-item before the next one starts.
///
///     head1: a; x.kept = ..; br head2      region1: for each work-item { a; slot[item] = .. }
///     head2: use x.kept               ==>           br region2
///            br c, head1, exit             region2: for each work-item { use slot[item]; next = c ? 1 : exit }
///                                                   br next == 1, region1, exit
///
/// Blocks that several regions share are copied into each. Kept variables are loaded at the start of a region where
/// they are live into it and stored at its ends where the region changed them; a uniform one is read once, before the
/// loop. Pre: demote_kept_values. Post: no local_id, no linear_id; kept variables are SSA values again.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

/// Returns the number of regions.
unsigned split_regions(llvm::Function& kernel);

/// Whether split_regions() has made `kernel` run a whole group.
bool runs_group(const llvm::Function& kernel);

}  // namespace ndweave::compiler
