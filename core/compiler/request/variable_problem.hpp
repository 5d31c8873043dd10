/// What becomes of the variables of the environment that the kernel compiler reads.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace ndweave::compiler {

/// Why the compiler cannot do what the variable of this name says, by trying; empty where it can, where the variable is
/// not set, and for others' variables. A folder that is named is made.
std::string variable_problem(llvm::StringRef name);

}  // namespace ndweave::compiler
