#include "compiler/llvm_passes.hpp"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/passes/workarounds/instrument.hpp"

namespace ndweave::compiler {

namespace {

void keep_within(pass_limit& limit, llvm::PassInstrumentationCallbacks& callbacks) {
    callbacks.registerShouldRunOptionalPassCallback([&limit](llvm::StringRef pass, llvm::Any) {
        if (limit.ran == limit.most) return false;
        ++limit.ran;
        limit.last = pass.str();
        return true;
    });
}

}  // namespace

void run_module_passes(llvm::Module& module,
                       llvm::function_ref<void(llvm::PassBuilder&, llvm::ModulePassManager&)> fill,
                       const pass_options& options) {
    llvm::PipelineTuningOptions tuning;
    tuning.LoopUnrolling = options.unroll_loops;
    tuning.LoopVectorization = true;
    tuning.SLPVectorization = true;
    between_passes between;
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager call_graph;
    llvm::ModuleAnalysisManager modules;
    if (options.limit != nullptr) keep_within(*options.limit, between);
    llvm::PassBuilder builder(options.machine, tuning, std::nullopt, &between);
    if (options.library != nullptr) {
        functions.registerPass([&] { return llvm::TargetLibraryAnalysis(*options.library); });
    }
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graph, modules);
    llvm::ModulePassManager passes;
    fill(builder, passes);
    passes.run(module, modules);
}

void run_function_passes(llvm::Module& module, llvm::function_ref<void(llvm::FunctionPassManager&)> fill,
                         const pass_options& options) {
    run_module_passes(
        module,
        [&](llvm::PassBuilder&, llvm::ModulePassManager& passes) {
            llvm::FunctionPassManager on_function;
            fill(on_function);
            passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(on_function)));
        },
        options);
}

void run_passes(llvm::Function& function, llvm::FunctionPassManager passes) {
    between_passes between;
    llvm::PassBuilder builder(nullptr, llvm::PipelineTuningOptions(), std::nullopt, &between);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager call_graph;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graph, modules);
    passes.run(function, functions);
}

}  // namespace ndweave::compiler
