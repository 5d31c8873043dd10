#include "compiler/passes/work_items/simplify_kernel.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "compiler/pass_manager/llvm_passes.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Lets the blocks that end in `unreachable` go where their only predecessor would have gone instead: else they would
/// count as exits of the kernel and hide where control flow joins.
void remove_unreachable(Function& kernel) {
    for (BasicBlock& block : make_early_inc_range(kernel)) {
        if (!isa<UnreachableInst>(block.getTerminator())) continue;
        BasicBlock* before = block.getSinglePredecessor();
        const auto* branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
        BasicBlock* sibling = nullptr;
        if (branch && branch->isConditional()) {
            sibling = branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0);
        }
        block.getTerminator()->eraseFromParent();
        if (!sibling || sibling == &block || isa<UnreachableInst>(sibling->getTerminator())) {
            ReturnInst::Create(kernel.getContext(), &block);
            continue;
        }
        for (PHINode& phi : sibling->phis()) phi.addIncoming(phi.getIncomingValueForBlock(before), &block);
        BranchInst::Create(sibling, &block);
    }
}

FunctionPassManager clean_up() {
    FunctionPassManager passes;
    const auto combine = [] { return InstCombinePass(InstCombineOptions().setVerifyFixpoint(false)); };
    const auto tidy =
        SimplifyCFGOptions().convertSwitchRangeToICmp(true).sinkCommonInsts(false).hoistCommonInsts(false);
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(SimplifyCFGPass(tidy));
    passes.addPass(combine());
    LoopPassManager rotate;
    rotate.addPass(LoopRotatePass(true));
    rotate.addPass(LICMPass(LICMOptions()));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(rotate), /*UseMemorySSA=*/true));
    passes.addPass(SimplifyCFGPass(tidy));
    passes.addPass(combine());
    LoopPassManager unroll;
    unroll.addPass(IndVarSimplifyPass());
    unroll.addPass(LoopDeletionPass());
    unroll.addPass(LoopFullUnrollPass(/*OptLevel=*/3));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(unroll)));
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(combine());
    passes.addPass(GVNPass(GVNOptions().setPRE(false).setLoadPRE(false)));
    LoopPassManager hoist;
    hoist.addPass(LICMPass(LICMOptions()));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoist), /*UseMemorySSA=*/true));
    passes.addPass(combine());
    passes.addPass(ADCEPass());
    passes.addPass(SimplifyCFGPass(tidy));
    passes.addPass(LowerSwitchPass());
    return passes;
}

FunctionPassManager normal_form() {
    FunctionPassManager passes;
    passes.addPass(UnifyFunctionExitNodesPass());
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    return passes;
}

}  // namespace

void simplify_kernel(Function& kernel) {
    run_passes(kernel, clean_up());
    remove_unreachable(kernel);
    restore_normal_form(kernel);
}

void restore_normal_form(Function& kernel) { run_passes(kernel, normal_form()); }

}  // namespace ndweave::compiler
