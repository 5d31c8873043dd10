/// Gives every work-item of the group its own copy of the kernel's private arrays.
///
///     a = alloca [4 x float]         all = storage for n * [4 x float]
///     use a                     ==>  a = all + linear_id * sizeof [4 x float]; use a
///
/// Arrays that lie element by element (private_layout.hpp) have the group's size already: a = all + linear_id *
/// element.
///
/// Pre: ids are canonical, allocas stand in the prologue and have constant lengths. Post: no alloca of the kernel is
/// left; `linear_id` calls stand before each use, for split_regions to replace.
#pragma once

#include <llvm/Support/Error.h>

#include "compiler/passes/private/private_layout.hpp"
#include "compiler/passes/regions/group_storage.hpp"

namespace ndweave::compiler {

void expand_private_memory(llvm::ArrayRef<private_array> arrays, group_storage& storage);

/// The kernel's allocas; to be taken before other passes make theirs. Fails on arrays of variable length.
llvm::Expected<llvm::SmallVector<llvm::AllocaInst*>> private_arrays(llvm::Function& kernel);

}  // namespace ndweave::compiler
