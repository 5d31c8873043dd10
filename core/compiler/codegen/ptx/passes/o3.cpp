#include "compiler/codegen/ptx/passes/o3.hpp"

#include <llvm/Passes/PassBuilder.h>

namespace ndweave::compiler::ptx {

llvm::ModulePassManager o3(llvm::TargetMachine* machine) {
    llvm::PipelineTuningOptions tuning;  // which the text "default<O3>" would overwrite
    tuning.LoopVectorization = tuning.LoopInterleaving = tuning.SLPVectorization = false;
    return llvm::PassBuilder(machine, tuning).buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
}

}  // namespace ndweave::compiler::ptx
