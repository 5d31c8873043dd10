/// What NVIDIA's assembler makes something else of, written so that it does not: docs/llvm-19.md.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// `text`: PTX as LLVM 19 writes it, a statement in a line.
std::string avoid_assembler_faults(llvm::StringRef text);

}  // namespace ndweave::compiler::ptx
