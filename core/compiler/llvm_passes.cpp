#include "compiler/llvm_passes.hpp"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/analysis_managers.hpp"
#include "compiler/left_out_passes.hpp"
#include "compiler/pass_registry.hpp"
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

void expect_parsed(llvm::Error error) {
    if (error) llvm::report_fatal_error(std::move(error));
}

void run_module_passes(llvm::Module& module,
                       llvm::function_ref<void(llvm::PassBuilder&, llvm::ModulePassManager&)> fill,
                       const pass_options& options) {
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = true;
    tuning.SLPVectorization = true;
    between_passes between;
    analysis_managers analyses;
    if (options.limit != nullptr) keep_within(*options.limit, between);
    llvm::PassBuilder builder(options.machine, tuning, std::nullopt, &between);
    if (options.library != nullptr) {
        analyses.functions.registerPass([&] { return llvm::TargetLibraryAnalysis(*options.library); });
    }
    analyses.register_all(builder);
    register_passes(builder, options.left_out);
    pass_outcome unasked;
    register_analyses(analyses.modules, options.outcome ? *options.outcome : unasked);
    if (options.before_vectorizer[0] != '\0') {
        builder.registerVectorizerStartEPCallback([&](llvm::FunctionPassManager& on_function, llvm::OptimizationLevel) {
            expect_parsed(builder.parsePassPipeline(on_function, options.before_vectorizer));
        });
    }
    llvm::ModulePassManager passes;
    fill(builder, passes);
    passes.run(module, analyses.modules);
    if (!unasked.error.empty()) llvm::report_fatal_error(llvm::StringRef(unasked.error));
}

void run_passes(llvm::Module& module, llvm::StringRef passes, const pass_options& options) {
    pass_options with = options;
    with.left_out = left_out_passes();
    expect_parsed(try_passes(module, passes, with));
}

llvm::Error try_passes(llvm::Module& module, llvm::StringRef passes, const pass_options& options) {
    llvm::Error problem = llvm::Error::success();
    run_module_passes(
        module,
        [&](llvm::PassBuilder& builder, llvm::ModulePassManager& made) {
            llvm::ModulePassManager parsed;
            llvm::ErrorAsOutParameter checked(&problem);
            if (!passes.empty()) problem = builder.parsePassPipeline(parsed, passes);
            if (!problem) made = std::move(parsed);
        },
        options);
    return problem;
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
    analysis_managers analyses;
    analyses.register_all(builder);
    passes.run(function, analyses.functions);
}

}  // namespace ndweave::compiler
