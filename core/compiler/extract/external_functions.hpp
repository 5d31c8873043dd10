/// Functions that kernels of other translation units may call: those annotated "ndweave.external", SYCL_EXTERNAL's.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include "compiler/extract/kernel_image.hpp"

namespace ndweave::extract {

/// Those that `module` defines for others, in its order; inline functions are in each translation unit that calls them.
llvm::SmallVector<llvm::Function*> find_external_functions(llvm::Module& module);

/// Adds a record of core/include/ndweave/detail/external_functions.hpp, and code that lists it before `main`.
void list_external_function(llvm::Function& function, const kernel_image& image);

}  // namespace ndweave::extract
