/// Options of LLVM that only its command line has.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler {

/// Sets the option of this process's LLVM; `purpose` says what it is for where there is no such option, which is a
/// fatal error. Not thread-safe.
void set_llvm_option(llvm::StringRef name, llvm::StringRef value, llvm::StringRef purpose);

}  // namespace ndweave::compiler
