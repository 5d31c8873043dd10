/// Gives a divergent branch a join of its own where it shares one with branches around it, for the sake of what all its
/// ways bring there.
///
///     u:    br %u, v, join                          u:    br %u, v, join
///     v:    br %v, x, y                             v:    br %v, x, y
///     x, y: br join                           ==>   x, y: br own
///                                                   own:  br join
///     join: k = phi [b, u], [a, x], [a, y]          join: k = phi [b, u], [a, own]
///
/// Where control flow is simplified, both ifs end in one block. UniformityAnalysis takes every PHI in the join of a
/// divergent branch (%v) for divergent, unless all its operands are the same; but k depends on %u alone. What is
/// computed of it, barriers and sub-group operations under conditions on it among that, would count as divergent.
///
/// Pre, post: simplified loops in closed SSA form.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

void separate_joins(llvm::Function& kernel);

}  // namespace ndweave::compiler
