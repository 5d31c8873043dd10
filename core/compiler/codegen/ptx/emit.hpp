/// Code generation: optimised module to PTX text.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

namespace ndweave::compiler::ptx {

/// Precondition: find_unsupported found nothing.
llvm::Expected<std::string> emit_ptx(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace ndweave::compiler::ptx
