/// Computes cheap values again after a barrier instead of keeping one for every work-item.
///
///     p = a + 4 * (local_id + base)        p  = a + 4 * (local_id + base); use p
///     use p                           ==>  barrier
///     barrier                              p' = a + 4 * (local_id + base); use p'
///     use p
///
/// Chains of ids, casts, integer arithmetic, comparisons and addresses over group-invariant or uniform values.
/// Pre: `plan`'s heads are final. Post: unchanged meaning; fewer values are live at heads.
#pragma once

#include "compiler/passes/regions/region_plan.hpp"

namespace ndweave::compiler {

class uniformity;

void rematerialise(llvm::Function& kernel, const region_plan& plan, const uniformity& values);

}  // namespace ndweave::compiler
