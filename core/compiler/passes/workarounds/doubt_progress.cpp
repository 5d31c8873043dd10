#include "compiler/passes/workarounds/doubt_progress.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_before_llvm(21), "LLVM 21 has the fix");

using namespace llvm;

namespace {

constexpr const char* must_progress = "llvm.loop.mustprogress";

bool may_stand_still(const SCEV* distance, const Loop& loop, ScalarEvolution& evolution) {
    const auto* const counter = dyn_cast<SCEVAddRecExpr>(distance);
    if (!counter || counter->getLoop() != &loop || !counter->isAffine()) return false;
    return !evolution.isKnownNonZero(counter->getStepRecurrence(evolution));
}

/// The comparisons that `condition` is made of.
void collect_tests(Value* condition, SmallSetVector<ICmpInst*, 4>& tests, SmallPtrSetImpl<Value*>& seen) {
    auto* const made = dyn_cast<Instruction>(condition);
    if (!made || !made->getType()->isIntegerTy(1) || !seen.insert(made).second) return;
    if (auto* const test = dyn_cast<ICmpInst>(made)) {
        tests.insert(test);
    } else {
        for (Value* operand : made->operands()) collect_tests(operand, tests, seen);
    }
}

/// ScalarEvolution takes other comparisons for equalities where they are such at the end of the type's range.
bool may_stand_still(const ICmpInst& test, const Loop& loop, ScalarEvolution& evolution) {
    if (!evolution.isSCEVable(test.getOperand(0)->getType())) return false;
    const SCEV *one = evolution.getSCEV(test.getOperand(0)), *other = evolution.getSCEV(test.getOperand(1));
    ICmpInst::Predicate predicate = test.getPredicate();
    evolution.SimplifyICmpOperands(predicate, one, other);
    if (!ICmpInst::isEquality(predicate) && !test.isEquality()) return false;
    return may_stand_still(one, loop, evolution) || may_stand_still(other, loop, evolution);
}

bool may_stand_still(const Loop& loop, ScalarEvolution& evolution) {
    SmallVector<BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return any_of(exiting, [&](BasicBlock* block) {
        const auto* const branch = dyn_cast<BranchInst>(block->getTerminator());
        SmallSetVector<ICmpInst*, 4> tests;
        SmallPtrSet<Value*, 8> seen;
        if (branch && branch->isConditional()) collect_tests(branch->getCondition(), tests, seen);
        return any_of(tests, [&](const ICmpInst* test) { return may_stand_still(*test, loop, evolution); });
    });
}

void set_progress(Loop& loop, bool certain) {
    LLVMContext& context = loop.getHeader()->getContext();
    SmallVector<MDNode*, 1> added;
    if (certain) added.push_back(MDNode::get(context, MDString::get(context, must_progress)));
    loop.setLoopID(makePostTransformationMetadata(context, loop.getLoopID(), {must_progress}, added));
}

}  // namespace

PreservedAnalyses doubt_progress::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    const auto loops = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
    SmallPtrSet<Loop*, 4> doubtful;
    for (Loop* loop : loops) {
        if (may_stand_still(*loop, evolution)) doubtful.insert(loop);
    }
    if (doubtful.empty()) return PreservedAnalyses::all();
    const bool all_progress = function.hasFnAttribute(Attribute::MustProgress);
    function.removeFnAttr(Attribute::MustProgress);
    for (Loop* loop : loops) {
        if (doubtful.contains(loop)) set_progress(*loop, false);
        if (all_progress && !doubtful.contains(loop)) set_progress(*loop, true);
    }
    return PreservedAnalyses::none();  // trip counts
}

}  // namespace ndweave::compiler
