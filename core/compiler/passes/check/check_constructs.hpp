/// Refuses kernels that use what a target cannot do, before LLVM's code generator kills the process over it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "compiler/compilation.hpp"

namespace ndweave::compiler {

/// Must run after inlining and clean-up, so that only code that can run is judged. The error names the kernel, the
/// construct and, with line tables, the source line.
llvm::Error check_constructs(llvm::Module& module, const compilation& job);

}  // namespace ndweave::compiler
