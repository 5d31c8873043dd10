#include "compiler/target/c_source/emission.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"

namespace ndweave::compiler::c_source_detail {
namespace {

/// Scalar values out of memory, short loops over dimensions unrolled, and no more: the driver's compiler optimises.
constexpr const char* to_scalars =
    "always-inline,"
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa)";
constexpr const char* unroll =
    "function(loop-simplify,lcssa,loop(loop-rotate,loop-unroll-full),"
    "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,dce)";

void mark_for_inlining(llvm::Module& module) {
    for (llvm::Function& f : module) {
        f.removeFnAttr(llvm::Attribute::OptimizeNone);
        f.removeFnAttr(llvm::Attribute::NoInline);
        if (f.isDeclaration()) {
            const llvm::StringRef name = f.getName();
            if (name.contains("barrier") || name.contains("shuffle")) f.setConvergent();
        } else {
            f.addFnAttr(llvm::Attribute::AlwaysInline);
            f.setConvergent();
        }
    }
}

void clean_up(emission& e) {
    llvm::PassBuilder builder;
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager cgscc;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(cgscc);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, cgscc, modules);
    const auto run = [&](const char* pipeline) {
        llvm::ModulePassManager passes;
        llvm::cantFail(builder.parsePassPipeline(passes, pipeline));
        passes.run(e.module, modules);
    };
    run(to_scalars);
    if (e.dialect.is_opencl && e.request.sub_group_size <= 1) {
        keep_loops_between_barriers(e.entry, functions.getResult<llvm::LoopAnalysis>(e.entry),
                                    functions.getResult<llvm::ScalarEvolutionAnalysis>(e.entry));
    }
    run(unroll);
}

/// The functor is read-only and nobody else's: lets loads move and copies of captured arrays disappear.
void describe_functor(emission& e) {
    llvm::Argument* functor = e.entry.getArg(0);
    functor->addAttr(llvm::Attribute::NoAlias);
    functor->addAttr(llvm::Attribute::ReadOnly);
    functor->addAttr(llvm::Attribute::getWithAlignment(e.module.getContext(), llvm::Align(16)));
    if (e.request.functor_size) {
        functor->addAttr(llvm::Attribute::getWithDereferenceableBytes(e.module.getContext(), e.request.functor_size));
    }
}

void instructions_for_constant_expressions(emission& e) {
    llvm::SmallVector<llvm::Constant*> globals;
    for (llvm::GlobalVariable& g : e.module.globals()) globals.push_back(&g);
    llvm::convertUsersOfConstantsToInstructions(globals, &e.entry);
}

}  // namespace

void refuse(const llvm::Instruction* where, const std::string& construct) {
    throw c_source_unsupported(construct, where ? where->getDebugLoc() : llvm::DebugLoc());
}

void prepare(emission& e) {
    mark_for_inlining(e.module);
    describe_functor(e);
    clean_up(e);
    instructions_for_constant_expressions(e);
}

}  // namespace ndweave::compiler::c_source_detail
