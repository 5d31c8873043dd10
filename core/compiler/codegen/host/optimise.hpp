/// The optimisations of the host target, and its code generator.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

#include "compiler/codegen/host/vector_math.hpp"
#include "compiler/llvm_passes.hpp"

namespace ndweave::compiler::host {

/// Before work-item loops are formed: full unrolling of loops of at most 64 trips (never partial: two work-items may
/// reach a barrier in different iterations), invariant code motion, value numbering; loops are in simplified form
/// afterwards.
void prepare(llvm::Module& module, llvm::TargetMachine& machine);

/// LLVM's O3 for this CPU, with vector mathematics; within `limit`, where there is one.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, vector_library library, pass_limit* limit = nullptr);

/// An ELF relocatable of `module`.
llvm::Expected<std::string> generate_object(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace ndweave::compiler::host
