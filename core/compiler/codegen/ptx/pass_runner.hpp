/// LLVM's pass builder and analyses for one module and target, kept together in the order they must die in.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/analysis_managers.hpp"
#include "compiler/passes/workarounds/instrument.hpp"

namespace ndweave::compiler::ptx {

class pass_runner {
public:
    explicit pass_runner(llvm::TargetMachine& machine);

    void run(llvm::Module& module, llvm::ModulePassManager passes);
    void run(llvm::Function& function, llvm::FunctionPassManager passes);

    llvm::PassBuilder& builder() { return builder_; }
    const llvm::TargetMachine& machine() const { return machine_; }
    /// The analyses of `function`; stale once `function` was changed without `changed`.
    llvm::FunctionAnalysisManager& analyses() { return analyses_.functions; }
    /// Forgets every analysis of `function`.
    void changed(llvm::Function& function);

private:
    const llvm::TargetMachine& machine_;
    between_passes between_;
    analysis_managers analyses_;
    llvm::PassBuilder builder_;
};

}  // namespace ndweave::compiler::ptx
