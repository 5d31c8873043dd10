/// Keeps PoCL's compiler from a crash where branches within both arms of a branch end at one barrier.
///
///     if (a) { if (b) x } else { if (c) y }            ..; if (unknown zero) nothing
///     barrier                                 ==>      barrier
///
/// PoCL (5.0, IsolateRegions) gives each region of one entry and one exit a block of its own before a barrier. Where
/// all ways to the barrier are those of regions within, which have theirs by then, the outer one gets a block that
/// nothing leads to, and an assertion fails. With a branch between, the regions end before the barrier.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

void end_regions_before_barriers(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
