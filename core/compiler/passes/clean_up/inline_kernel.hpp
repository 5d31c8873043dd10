/// Makes one function of a kernel, and cleans it up lightly.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: everything that `entry` calls and that has a body is inlined, except for functions on a cycle of calls and
/// variadic ones; what is no longer reached is gone.
void inline_kernel(llvm::Module& module, llvm::Function& entry);

/// SROA, InstCombine, SimplifyCFG and the full unrolling of loops over axes (at most three trips): enough for constant
/// axes and flattened captures, little enough that C code emitted from the result keeps its loops. `wide_counters`:
/// loops that count in 32 bits and index memory count in 64 bits afterwards.
void clean_up(llvm::Module& module, bool wide_counters);

}  // namespace ndweave::compiler
