/// Arrays that kernels declare in local memory themselves.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <vector>

#include "compiler/abi.h"

namespace ndweave::compiler {

/// Gives each array that a kernel declares (`__ndweave_group_memory`, one for each id) its place in the group's local
/// memory, in front of the arrays of the launch, so that all offsets are constants and every target has them by what it
/// does for those:
///
///     __ndweave_group_memory(64, 4, @a)   ==>   __ndweave_local_memory() + 0
///     __ndweave_group_memory(8, 8, @b)    ==>   __ndweave_local_memory() + 64
///     __ndweave_local_memory()            ==>   __ndweave_local_memory() + 128
///
/// A call whose operands are not constants stays. Pre: the operands have been cleaned up.
void place_group_memory(llvm::Module& module);

struct group_memory {
    std::vector<ndw_local_array> arrays;
    std::uint32_t bytes = 0;  // of all, with what lies between them and behind
};

/// What place_group_memory has placed, of the kernel's attribute "ndweave-group-memory"="0:64,64:8,128": offset and
/// bytes of each array, then the bytes of all.
group_memory group_memory_of(const llvm::Function& kernel);

}  // namespace ndweave::compiler
