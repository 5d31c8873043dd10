#include "compiler/codegen/ptx/strength_reduce.hpp"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/CodeGen/BasicTTIImpl.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <tuple>

#include "compiler/pass_manager/analysis_managers.hpp"

namespace ndweave::compiler::ptx {
namespace {

// What LoopStrengthReduce goes by in one loop. LLVM's own costs for NVPTX compare registers first, which ptxas allots
// anew, and a solution is taken even if it is dearer than the loop as it was. In a loop within another this moves
// instructions in front of it, into the other one, whose results are in registers all through that.
class costs : public llvm::BasicTTIImplBase<costs> {
    using base = llvm::BasicTTIImplBase<costs>;
    using cost = llvm::TargetTransformInfo::LSRCost;
    friend base;

    static auto order(const cost& c) {
        return std::tie(c.Insns, c.NumRegs, c.AddRecCost, c.NumIVMuls, c.NumBaseAdds, c.ScaleCost, c.ImmCost,
                        c.SetupCost);
    }

public:
    costs(const llvm::TargetMachine& machine, const llvm::Loop& loop)
        : base(&machine, loop.getHeader()->getDataLayout()),
          subtarget_(*machine.getSubtargetImpl(*loop.getHeader()->getParent())),
          loop_(loop) {}

    bool shouldDropLSRSolutionIfLessProfitable() const { return !loop_.isOutermost(); }

    bool isLSRCostLess(const cost& one, const cost& other) const { return order(one) < order(other); }

private:
    const llvm::TargetSubtargetInfo* getST() const { return &subtarget_; }
    const llvm::TargetLoweringBase* getTLI() const { return subtarget_.getTargetLowering(); }

    const llvm::TargetSubtargetInfo& subtarget_;
    const llvm::Loop& loop_;
};

struct where_it_gains : llvm::PassInfoMixin<where_it_gains> {
    const llvm::TargetMachine& machine;

    explicit where_it_gains(const llvm::TargetMachine& machine) : machine(machine) {}

    llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& loops,
                                llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater) {
        if (llvm::findStringMetadataForLoop(&loop, no_strength_reduce)) return llvm::PreservedAnalyses::all();
        llvm::TargetTransformInfo target(costs(machine, loop));
        llvm::LoopStandardAnalysisResults with_costs{results.AA,  results.AC, results.DT,  results.LI,  results.SE,
                                                     results.TLI, target,     results.BFI, results.BPI, results.MSSA};
        return llvm::LoopStrengthReducePass().run(loop, loops, with_costs, updater);
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
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(where_it_gains(machine_)));
        return !passes.run(function, analyses.functions).areAllPreserved();
    }

private:
    llvm::TargetMachine& machine_;
};

char strength_reduce::ID;

}  // namespace

llvm::Pass* strength_reduction_that_gains(llvm::TargetMachine& machine) { return new strength_reduce(machine); }

}  // namespace ndweave::compiler::ptx
