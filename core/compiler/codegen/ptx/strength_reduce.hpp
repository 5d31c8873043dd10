/// LLVM's LoopStrengthReduce within its code generation, for some loops only.
#pragma once

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Target/TargetMachine.h>

namespace ndweave::compiler::ptx {

/// Of a loop, in its metadata: LoopStrengthReduce leaves it as it is.
constexpr const char* no_strength_reduce = "ndweave.loop.no_strength_reduce";

/// LLVM's passes as they are added, but for LoopStrengthReduce: in a loop that is unrolled and whose step is not known
/// it keeps a pointer for each access of each iteration, where one for each array and sums do (docs/decisions/122).
class code_generation : public llvm::legacy::PassManager {
public:
    explicit code_generation(llvm::TargetMachine& machine);

    void add(llvm::Pass* pass) override;

private:
    llvm::TargetMachine& machine_;
    const llvm::AnalysisID strength_reduce_;
};

}  // namespace ndweave::compiler::ptx
