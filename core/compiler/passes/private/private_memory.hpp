/// Gives every work-item of the group its own copy of the kernel's private arrays.
///
///     a = alloca [4 x float]         all = storage for n * [4 x float]
///     use a                     ==>  a = all + linear_id * sizeof [4 x float]; use a
///
/// Arrays that lie element by element (private_layout.hpp) have the group's size already: a = all + linear_id *
/// element.
///
/// Pre: ids are canonical, allocas stand in the prologue and have constant lengths. Post: of allocas only the group's
/// are left; `linear_id` calls stand before each use, for split_regions to replace.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

void expand_private_memory(llvm::Function& kernel);

}  // namespace ndweave::compiler
