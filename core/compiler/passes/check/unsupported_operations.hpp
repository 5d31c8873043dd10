/// Operations that LLVM's code generators end the process over, call a function for that nobody has, or make something
/// else of.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <optional>
#include <string>

#include "compiler/codegen/target.hpp"

namespace ndweave::compiler {

/// What a call of the intrinsic `callee` does that `on` cannot, "looks at its stack frame (llvm.returnaddress)";
/// nothing where it can.
std::optional<std::string> describe_unsupported_intrinsic(const llvm::Function& callee, const target& on);

/// What is too much of an atomic operation: its width, or too little, its alignment.
std::optional<std::string> describe_unsupported_atomic(const llvm::Instruction& i, const llvm::DataLayout& layout,
                                                       const target& on);

}  // namespace ndweave::compiler
