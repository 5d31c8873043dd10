#include "compiler/pass_manager/llvm_passes.hpp"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/pass_manager/analysis_managers.hpp"
#include "compiler/pass_manager/left_out_passes.hpp"
#include "compiler/pass_manager/pass_registry.hpp"
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

void leave_out_vectorizers(llvm::PassInstrumentationCallbacks& callbacks) {
    callbacks.registerShouldRunOptionalPassCallback(
        [](llvm::StringRef pass, llvm::Any) { return !makes_vectors(pass); });
}

}  // namespace

void expect_parsed(llvm::Error error) {
    if (error) llvm::report_fatal_error(std::move(error));
}

pass_session::pass_session(const pass_options& options)
    : between_(std::make_unique<between_passes>()), analyses_(std::make_unique<analysis_managers>()) {
    llvm::PipelineTuningOptions tuning;
    tuning.LoopVectorization = true;
    tuning.SLPVectorization = true;
    if (!options.vectors) leave_out_vectorizers(*between_);
    if (options.limit != nullptr) keep_within(*options.limit, *between_);
    builder_ = std::make_unique<llvm::PassBuilder>(options.machine, tuning, std::nullopt, between_.get());
    if (options.library != nullptr) {
        const llvm::TargetLibraryInfoImpl& library = *options.library;
        analyses_->functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
    }
    analyses_->register_all(*builder_);
    register_passes(*builder_, options.machine, options.left_out);
    if (options.outcome != nullptr) outcome_ = options.outcome;
    register_analyses(analyses_->modules, *outcome_);
    if (options.before_vectorizer.empty()) return;
    builder_->registerVectorizerStartEPCallback([builder = builder_.get(), passes = options.before_vectorizer](
                                                    llvm::FunctionPassManager& on_function, llvm::OptimizationLevel) {
        expect_parsed(builder->parsePassPipeline(on_function, passes));
    });
}

pass_session::~pass_session() = default;

void pass_session::run(llvm::Module& module, llvm::ModulePassManager& passes) {
    passes.run(module, analyses_->modules);
    analyses_->clear();
    if (!unasked_.error.empty()) llvm::report_fatal_error(llvm::StringRef(unasked_.error));
}

llvm::Error pass_session::run(llvm::Module& module, llvm::StringRef text) {
    llvm::ModulePassManager passes;
    if (!text.empty()) {
        if (llvm::Error problem = builder_->parsePassPipeline(passes, text)) return problem;
    }
    run(module, passes);
    return llvm::Error::success();
}

void run_passes(llvm::Module& module, llvm::StringRef passes, const pass_options& options) {
    pass_options with = options;
    with.left_out = left_out_passes();
    expect_parsed(try_passes(module, passes, with));
}

llvm::Error try_passes(llvm::Module& module, llvm::StringRef passes, const pass_options& options) {
    return pass_session(options).run(module, passes);
}

void run_module_passes(llvm::Module& module,
                       llvm::function_ref<void(llvm::PassBuilder&, llvm::ModulePassManager&)> fill,
                       const pass_options& options) {
    pass_session session(options);
    llvm::ModulePassManager passes;
    fill(session.builder(), passes);
    session.run(module, passes);
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
