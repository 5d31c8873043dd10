/// C's functions that print to stdout, as calls of one builtin.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Calls of printf (and its checked form), puts and putchar, and of fprintf, fputs and putc to stdout, which the
/// headers of C libraries make of them, become calls of `builtin::print` with a format. Under its name LLVM does not
/// make other functions of them.
void normalise_printing(llvm::Module& module);

}  // namespace ndweave::compiler
