/// The host target's code generator.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

namespace ndweave::compiler::host {

/// An ELF relocatable of `module`.
llvm::Expected<std::string> generate_object(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace ndweave::compiler::host
