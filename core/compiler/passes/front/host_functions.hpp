/// What a call of a host function in a kernel means to its author.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace ndweave::compiler {

/// The construct behind a call of `symbol`, a function that has no body in the kernel's module: "throws an exception",
/// "allocates memory with operator new", "calls 'f', which is not defined in this file". Continues "kernel K ...: it".
std::string describe_host_function(llvm::StringRef symbol);

}  // namespace ndweave::compiler
