/// The analyses that LLVM's passes ask for, as the new pass manager keeps them.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace ndweave::compiler {

/// Declared in LLVM's order: each may hold results of those above it, and goes first.
struct analysis_managers {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager call_graph;
    llvm::ModuleAnalysisManager modules;

    /// Everything that `builder` knows, beside what was registered before and takes precedence.
    void register_all(llvm::PassBuilder& builder) {
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(call_graph);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, call_graph, modules);
    }

    /// Forgets every result.
    void clear() {
        modules.clear();
        call_graph.clear();
        functions.clear();
        loops.clear();
    }
};

}  // namespace ndweave::compiler
