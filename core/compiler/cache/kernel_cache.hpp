/// Compiled kernels of this process: each key is compiled once, and shared until its last user releases it.
#pragma once

#include <llvm/Support/Error.h>

#include "compiler/abi.h"

namespace ndweave::compiler {

/// Finds the kernel in this process, else on disk, else compiles it. Thread-safe; threads that ask for the same kernel
/// wait for one compilation. Pre: the request is valid.
llvm::Expected<const ndw_compiled_kernel*> acquire_kernel(const ndw_compile_request& request);

/// Gives back one acquire_kernel(); the last one unloads the code. Pre: no launch of it is running.
void release_kernel(const ndw_compiled_kernel* kernel);

}  // namespace ndweave::compiler
