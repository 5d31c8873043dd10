/// Names of kernels for people.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace ndweave::compiler {

/// The functor's type of a mangled kernel entry (`void ndweave::detail::kernel_entry<F, D, K>(void const*)` gives F);
/// the demangled name where the symbol is of another shape.
std::string kernel_display_name(llvm::StringRef symbol);

}  // namespace ndweave::compiler
