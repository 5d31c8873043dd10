/// LLVM's code generation with a few of its passes exchanged.
#pragma once

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Pass.h>
#include <llvm/Target/TargetMachine.h>

namespace ndweave::compiler::ptx {

/// LLVM's passes as they are added, but for LoopStrengthReduce (strength_reduce.hpp) and MachineSink (sinking.hpp).
class code_generation : public llvm::legacy::PassManager {
public:
    explicit code_generation(llvm::TargetMachine& machine);

    void add(llvm::Pass* pass) override;

private:
    llvm::TargetMachine& machine_;
    const llvm::AnalysisID strength_reduce_;
};

}  // namespace ndweave::compiler::ptx
