/// What launches put behind a kernel's functor.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// In the kernel, behind the inlining: the uses of "__ndweave_device_global.<place>", variables of which the extraction
/// has left declarations, become those of the pointer at that place of the functor; the place of
/// "__ndweave_device_global.of.<key>" is a specialization constant. `__ndweave_launch_offset` is one of the functor's
/// last three numbers.
void find_launch_arguments(llvm::Module& module);

}  // namespace ndweave::compiler
