#include "compiler/passes/clean_up/inline_kernel.hpp"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/llvm_passes.hpp"
#include "compiler/passes/workarounds/doubt_progress.hpp"

namespace ndweave::compiler {
namespace {

void mark_for_inlining(llvm::Module& module, llvm::Function& entry) {
    llvm::CallGraph graph(module);
    for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
        if (component.hasCycle()) continue;
        llvm::Function* const function = component->front()->getFunction();
        if (function == nullptr || function == &entry || function->isDeclaration()) continue;
        function->addFnAttr(llvm::Attribute::AlwaysInline);
    }
}

llvm::LoopUnrollOptions only_loops_over_axes() {
    return llvm::LoopUnrollOptions()
        .setFullUnrollMaxCount(3)
        .setPartial(false)
        .setRuntime(false)
        .setPeeling(false)
        .setUpperBound(false);
}

llvm::InstCombinePass combine() { return llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)); }

}  // namespace

void inline_kernel(llvm::Module& module, llvm::Function& entry) {
    mark_for_inlining(module, entry);
    run_module_passes(module, [](llvm::PassBuilder&, llvm::ModulePassManager& passes) {
        passes.addPass(llvm::AlwaysInlinerPass());
        passes.addPass(llvm::GlobalDCEPass());
    });
}

void clean_up(llvm::Module& module, bool wide_counters) {
    run_function_passes(module, [&](llvm::FunctionPassManager& passes) {
        passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        passes.addPass(llvm::EarlyCSEPass());
        passes.addPass(combine());
        passes.addPass(llvm::SimplifyCFGPass());
        passes.addPass(doubt_progress());
        llvm::LoopPassManager loops;
        loops.addPass(llvm::LoopRotatePass());
        loops.addPass(llvm::IndVarSimplifyPass(wide_counters));
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
        passes.addPass(llvm::LoopUnrollPass(only_loops_over_axes()));
        passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        passes.addPass(combine());
        passes.addPass(llvm::SimplifyCFGPass());
        passes.addPass(llvm::ADCEPass());
    });
}

}  // namespace ndweave::compiler
