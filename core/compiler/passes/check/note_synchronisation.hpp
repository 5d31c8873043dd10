/// Tells check mode what orders the accesses of work-items: groups, barriers and fences.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// Each work-item tells of the barriers and fences that it has passed:
///
///     barrier()                ==>     barrier(); __ndweave_check_barrier(0)
///     sub_group_barrier()      ==>     sub_group_barrier(); __ndweave_check_barrier(1)
///     members_barrier(m)       ==>     __ndweave_check_barrier(2); members_barrier(m); __ndweave_check_barrier(3)
///     fence(scope)             ==>     fence(scope); __ndweave_check_fence()
///
/// Before the work-item loops are formed, which makes no difference between barriers of programs and its own.
void note_synchronisation(llvm::Function& kernel);

/// The kernel begins with `__ndweave_check_group(group_id(0), group_id(1), group_id(2))`, and with
/// `__ndweave_check_writes(pointer)` for each captured pointer through which it writes. After the loops are formed,
/// when it runs a whole group, and before check_accesses.
void note_groups(llvm::Function& kernel);

}  // namespace ndweave::compiler
