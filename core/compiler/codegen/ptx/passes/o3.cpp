#include "compiler/codegen/ptx/passes/o3.hpp"

#include <llvm/Passes/PassBuilder.h>

#include "compiler/codegen/ptx/passes/unroll_loops.hpp"

namespace ndweave::compiler::ptx {

llvm::ModulePassManager o3(llvm::TargetMachine* machine) {
    llvm::PipelineTuningOptions tuning;  // which the text "default<O3>" would overwrite
    tuning.LoopVectorization = tuning.LoopInterleaving = tuning.SLPVectorization = false;
    llvm::PassBuilder builder(machine, tuning);
    // Behind all inlining, and before LLVM's own unrolling of what is left.
    builder.registerVectorizerStartEPCallback(
        [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) { passes.addPass(unroll_loops()); });
    return builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
}

}  // namespace ndweave::compiler::ptx
