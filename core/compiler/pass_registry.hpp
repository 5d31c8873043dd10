/// Every pass of the kernel compiler by its name: the pipelines are written in these names and LLVM's, and ndweave-opt
/// takes them after -passes=.
#pragma once

#include <llvm/Passes/PassBuilder.h>

#include "compiler/pass_adapter.hpp"

namespace ndweave::compiler {

/// Makes `builder` know the passes of pass_registry.def; those in `left_out` do nothing.
void register_passes(llvm::PassBuilder& builder, llvm::ArrayRef<std::string> left_out = {});

/// Makes the passes tell `outcome` what they did.
void register_analyses(llvm::ModuleAnalysisManager& modules, pass_outcome& outcome);

/// "name<parameter>" or "name" for each, sorted.
std::vector<std::string> registered_passes();

}  // namespace ndweave::compiler
