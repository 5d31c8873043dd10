#include "compiler/codegen/ptx/pass_runner.hpp"

namespace ndweave::compiler::ptx {
namespace {

/// Kernels gain nothing from host-style vectors: a GPU's vector is the warp, and wide loads are formed by the back end.
llvm::PipelineTuningOptions gpu_tuning() {
    llvm::PipelineTuningOptions options;
    options.LoopVectorization = false;
    options.LoopInterleaving = false;
    options.SLPVectorization = false;
    return options;
}

}  // namespace

pass_runner::pass_runner(llvm::TargetMachine& machine)
    : machine_(machine), builder_(&machine, gpu_tuning(), std::nullopt, &between_) {
    analyses_.functions.registerPass([&] { return builder_.buildDefaultAAPipeline(); });
    analyses_.register_all(builder_);
}

void pass_runner::run(llvm::Module& module, llvm::ModulePassManager passes) { passes.run(module, analyses_.modules); }

void pass_runner::run(llvm::Function& function, llvm::FunctionPassManager passes) {
    const llvm::PreservedAnalyses preserved = passes.run(function, analyses_.functions);
    analyses_.functions.invalidate(function, preserved);
}

void pass_runner::changed(llvm::Function& function) {
    analyses_.functions.invalidate(function, llvm::PreservedAnalyses::none());
}

}  // namespace ndweave::compiler::ptx
