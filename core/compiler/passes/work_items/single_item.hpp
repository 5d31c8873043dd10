/// Work-groups of one work-item.
///
/// Precondition: canonical ids (make_ids_canonical). Postcondition: the kernel runs the group's only work-item: its
/// local ids are 0, barriers are gone, and an exchange gives back what was put in:
///
///     a[local_id(0)] = x; barrier(); y = shuffle(v, lane);   →   a[0] = x; y = v;
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

void run_single_item(llvm::Function& kernel);

}  // namespace ndweave::compiler
