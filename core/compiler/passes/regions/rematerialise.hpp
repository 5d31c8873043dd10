/// Computes cheap values again after a barrier instead of keeping one for every work-item.
///
///     p = a + 4 * (local_id + base)        p  = a + 4 * (local_id + base); use p
///     use p                           ==>  barrier
///     barrier                              p' = a + 4 * (local_id + base); use p'
///     use p
///
/// Chains of ids, casts, integer arithmetic, comparisons and addresses over group-invariant or uniform values.
/// Pre: place_implicit_barriers. Post: unchanged meaning; fewer values are live at heads.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

void rematerialise(llvm::Function& kernel);

}  // namespace ndweave::compiler
