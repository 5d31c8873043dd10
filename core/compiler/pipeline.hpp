/// The steps from a kernel's bitcode to a target's code.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <memory>

#include "compiler/codegen/target.hpp"
#include "compiler/compilation.hpp"

namespace ndweave::compiler {

/// Gives the kernel `entry` what the request says of it: kernel_attributes.hpp.
void attach_attributes(llvm::Function& entry, const compilation& job);

/// The front that all targets share: target.hpp says what comes out of it.
llvm::Error run_front(llvm::Module& module, compilation& job);

/// Parse, front, target. `context` must outlive the call only.
llvm::Expected<artifact> run_pipeline(llvm::LLVMContext& context, compilation& job);

}  // namespace ndweave::compiler
