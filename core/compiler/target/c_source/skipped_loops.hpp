/// Keeps a compiler from putting barriers into loops that some way through the kernel leaves out.
///
///     if (n != 0) for (i = 0; ++i != n;) ..; barrier     ==>     .. for (i = 0; (++i != n) != unknown zero;) ..;
///     barrier
///
/// PoCL gives a loop whose condition all work-items find alike a barrier of its own, so that the work-items become the
/// inner loop. Where work-items may come past the loop, that is a barrier under a condition (one_barrier.hpp): the
/// first work-item goes ahead alone, and what it does there may be done again; an atomic was (PoCL 3.1 and 5.0). The
/// zero is one that differs between work-items for all that a compiler knows: the highest bit of a local id.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// Of innermost loops without barriers, in a kernel with barriers.
void hide_conditions_of_skipped_loops(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
