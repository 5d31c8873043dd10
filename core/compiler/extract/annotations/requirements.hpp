/// What a kernel's attributes require (core/include/ndweave/detail/requirements.hpp).
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include "compiler/extract/kernel_records.hpp"

namespace ndweave::extract {

/// Takes what the functions that the kernels call require into the kernels' records, and the calls that say so out of
/// the module. Two functions of a kernel that do not agree on sizes of groups are a compile error.
void take_requirements(llvm::Module& module, llvm::ArrayRef<kernel> kernels);

}  // namespace ndweave::extract
