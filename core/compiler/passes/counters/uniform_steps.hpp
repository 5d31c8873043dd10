/// Counts what all work-items count alike once for the group: an induction variable that begins differently for each
/// becomes its beginning and a uniform distance. The same for pointers that are incremented, with a distance in
/// elements, so that private_elements sees which those are.
///
///     i = l                                   i = l, o = 0
///     do { .. i .. ; i += step } while (c)    do { .. l + o .. ; o += step } while (c)          step uniform
///
/// Addresses then differ between work-items as much in every iteration, which the loop masks and vectors need to know,
/// and no work-item keeps an index of its own. Where work-items leave the loop at different times, only if what the
/// loop accesses by it lies side by side: else each goes through memory by itself (masked_loops).
/// Pre: normal form of simplify_kernel, lockstep. Post: the same.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

void separate_uniform_steps(llvm::Function& kernel);

}  // namespace ndweave::compiler
