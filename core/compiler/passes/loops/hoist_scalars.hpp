/// Makes loops over work-items, and others that are parallel, ready for a vectorizer: scalars in memory become values,
/// and the control flow that depends on them alone leaves the loops, as do guards that compare with ids; what that lays
/// bare follows in a second round.
///
///     for (item) { if (*flag) a[item] = x; }     ==>     if (*flag) for (item) a[item] = x;
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Pre: access groups as split_regions leaves them.
llvm::FunctionPassManager hoist_scalars();

}  // namespace ndweave::compiler
