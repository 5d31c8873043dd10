#include "compiler/codegen/ptx/strength_reduce.hpp"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <memory>

#include "compiler/pass_manager/analysis_managers.hpp"

namespace ndweave::compiler::ptx {
namespace {

struct where_it_gains : llvm::PassInfoMixin<where_it_gains> {
    llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& loops,
                                llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
        if (llvm::findStringMetadataForLoop(&loop, no_strength_reduce)) return llvm::PreservedAnalyses::all();
        return llvm::LoopStrengthReducePass().run(loop, loops, results, updater);
    }
};

class strength_reduce : public llvm::FunctionPass {
public:
    static char ID;  // LLVM's spelling

    explicit strength_reduce(llvm::TargetMachine& machine) : FunctionPass(ID), machine_(machine) {}

    llvm::StringRef getPassName() const override { return "Loop Strength Reduction where it gains"; }

    bool runOnFunction(llvm::Function& function) override {
        llvm::PassBuilder builder(&machine_);
        analysis_managers analyses;
        analyses.register_all(builder);
        llvm::FunctionPassManager passes;
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(where_it_gains()));
        return !passes.run(function, analyses.functions).areAllPreserved();
    }

private:
    llvm::TargetMachine& machine_;
};

char strength_reduce::ID;

}  // namespace

code_generation::code_generation(llvm::TargetMachine& machine)
    : machine_(machine),
      strength_reduce_(std::unique_ptr<llvm::Pass>(llvm::createLoopStrengthReducePass())->getPassID()) {}

void code_generation::add(llvm::Pass* pass) {
    if (pass->getPassID() == strength_reduce_) {
        delete pass;
        pass = new strength_reduce(machine_);
    }
    PassManager::add(pass);
}

}  // namespace ndweave::compiler::ptx
