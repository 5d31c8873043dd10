/// The host target: machine code for this process.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "compiler/codegen/host/vector_math.hpp"
#include "compiler/codegen/target.hpp"

namespace ndweave::compiler {

extern const target host_target;

namespace host {

struct optimise_options {
    bool vectors = true;          // false: LLVM's vectorizers do nothing
    pass_limit* limit = nullptr;  // null: every pass runs
};

/// The step "optimise": LLVM's O3 for this CPU, with vector mathematics and passes of our own within.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, vector_library library, optimise_options with = {});

}  // namespace host

/// The host target's steps, with `machine` as the code generator.
llvm::Expected<artifact> compile_for_host(std::unique_ptr<llvm::Module> module, compilation& job,
                                          llvm::TargetMachine& machine);

}  // namespace ndweave::compiler
