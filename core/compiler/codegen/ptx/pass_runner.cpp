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
    functions_.registerPass([&] { return builder_.buildDefaultAAPipeline(); });
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(call_graph_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, call_graph_, modules_);
}

void pass_runner::run(llvm::Module& module, llvm::ModulePassManager passes) { passes.run(module, modules_); }

void pass_runner::run(llvm::Function& function, llvm::FunctionPassManager passes) {
    const llvm::PreservedAnalyses preserved = passes.run(function, functions_);
    functions_.invalidate(function, preserved);
}

void pass_runner::changed(llvm::Function& function) {
    functions_.invalidate(function, llvm::PreservedAnalyses::none());
}

}  // namespace ndweave::compiler::ptx
