/// The host target: machine code for this process.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "compiler/codegen/target.hpp"

namespace ndweave::compiler {

extern const target host_target;

/// The host target's steps, with `machine` as the code generator.
llvm::Expected<artifact> compile_for_host(std::unique_ptr<llvm::Module> module, compilation& of,
                                          llvm::TargetMachine& machine);

}  // namespace ndweave::compiler
