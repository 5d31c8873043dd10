/// Makes sub-group operations group-wide: a shuffle becomes an exchange through memory between two barriers.
///
///     r = shuffle(v, lane)     ==>     exchange[linear_id] = v
///                                      barrier
///                                      r = exchange[first item of the sub-group + lane % size]
///                                      barrier
///
/// Pre: normal form of simplify_kernel, a prologue, a sub-group size (kernel_attributes.hpp). Post: no sub-group
/// operation is left. Fails where a part of the group reaches one alone.
#pragma once

#include <llvm/Support/Error.h>

namespace llvm {
class Function;
}

namespace ndweave::compiler {

llvm::Error lower_sub_group_exchange(llvm::Function& kernel);

}  // namespace ndweave::compiler
