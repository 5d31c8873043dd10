/// Gives every work-item of the group its own copy of the kernel's private arrays.
///
///     a = alloca [4 x float]         all = storage for n * [4 x float]
///     use a                     ==>  a = all + linear_id * sizeof [4 x float]; use a
///
/// Pre: ids are canonical, allocas stand in the prologue. Post: no alloca of the kernel is left; `linear_id` calls
/// stand before each use, for split_regions to replace. Fails on arrays of variable length.
#pragma once

#include <llvm/Support/Error.h>

#include "compiler/passes/group_storage.hpp"

namespace ndweave::compiler {

llvm::Error expand_private_memory(llvm::Function& kernel, llvm::ArrayRef<llvm::AllocaInst*> arrays,
                                  group_storage& storage);

/// The kernel's allocas; to be taken before other passes make theirs.
llvm::SmallVector<llvm::AllocaInst*> private_arrays(llvm::Function& kernel);

}  // namespace ndweave::compiler
