/// What NVIDIA's assembler makes something else of, written so that it does not: docs/llvm-19.md.
#pragma once

#include <optional>
#include <string>

#include <llvm/ADT/StringRef.h>

namespace ndweave::compiler::ptx {

/// `text`: PTX as LLVM writes it, a statement in a line.
std::string avoid_assembler_faults(llvm::StringRef text);

/// What a driver must get in place of a binary that it made of source; nothing where that is right as it is. NVIDIA's
/// OpenCL and NVRTC give PTX.
std::optional<std::string> repair_driver_binary(llvm::StringRef binary);

}  // namespace ndweave::compiler::ptx
