#include "compiler/codegen/ptx/passes/o3.hpp"

#include <llvm/Passes/PassBuilder.h>

#include <utility>

#include "compiler/codegen/ptx/passes/read_only_loads.hpp"
#include "compiler/codegen/ptx/passes/unroll_loops.hpp"

namespace ndweave::compiler::ptx {

llvm::ModulePassManager o3(llvm::TargetMachine* machine) {
    llvm::PipelineTuningOptions tuning;  // which the text "default<O3>" would overwrite
    tuning.LoopVectorization = tuning.LoopInterleaving = tuning.SLPVectorization = false;
    llvm::PassBuilder builder(machine, tuning);
    // Behind all inlining; before LLVM takes what is only read out of loops, and unrolls what is left.
    builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        read_only_loads early;
        early.before_moves = true;
        passes.addPass(std::move(early));
        passes.addPass(unroll_loops());
    });
    return builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
}

}  // namespace ndweave::compiler::ptx
