#include "compiler/passes/before_vectorizer/strength_reduce_products.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

class stepper {
public:
    stepper(Loop& loop, ScalarEvolution& evolution, const TargetTransformInfo& costs)
        : loop_(loop),
          evolution_(evolution),
          costs_(costs),
          before_(loop.getLoopPreheader()->getTerminator()),
          expander_(evolution, before_->getDataLayout(), "product") {}

    bool run() {
        bool changed = false;
        for (BasicBlock* block : loop_.blocks()) {
            for (Instruction& i : *block) changed |= show_sum(i);
        }
        SmallVector<WeakTrackingVH> products;
        for (BasicBlock* block : loop_.blocks()) {
            for (Instruction& i : *block) {
                if (i.getOpcode() == Instruction::Mul && steps(i)) products.push_back(&i);
            }
        }
        for (const WeakTrackingVH& product : products) {
            if (auto* i = cast_or_null<Instruction>(product)) changed |= replace(end_of_sum(*i));
        }
        return changed;
    }

private:
    /// LLVM writes l + 256 as l | 256 where l < 256, and forgets why that is the same.
    bool show_sum(Instruction& i) {
        auto* either = dyn_cast<PossiblyDisjointInst>(&i);
        const auto* bits = either ? dyn_cast<ConstantInt>(either->getOperand(1)) : nullptr;
        if (!bits || either->isDisjoint()) return false;
        const APInt largest = evolution_.getUnsignedRangeMax(evolution_.getSCEV(either->getOperand(0)));
        if (largest.getActiveBits() > bits->getValue().countr_zero()) return false;
        evolution_.forgetValue(either);
        either->setIsDisjoint(true);
        return true;
    }

    /// The value as a number that grows by the same from each iteration to the next, or null.
    const SCEVAddRecExpr* steps(Instruction& i) {
        if (!i.getType()->isIntegerTy()) return nullptr;
        const auto* number = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&i));
        return number && number->getLoop() == &loop_ && number->isAffine() ? number : nullptr;
    }

    /// The last of the sums that nothing but `product` and what becomes of it goes into.
    Instruction& end_of_sum(Instruction& product) {
        Instruction* end = &product;
        while (end->hasOneUse()) {
            auto* user = dyn_cast<BinaryOperator>(end->user_back());
            if (!user || !loop_.contains(user) || !steps(*user)) break;
            end = user;
        }
        return *end;
    }

    bool is_number(User* user) {
        auto* i = cast<Instruction>(user);
        if (!loop_.contains(i) || isa<GetElementPtrInst, CmpInst, PHINode>(i)) return false;
        return !evolution_.isSCEVable(i->getType()) || !isa<SCEVAddRecExpr>(evolution_.getSCEV(i));
    }

    bool replace(Instruction& sum) {
        const SCEVAddRecExpr* const number = steps(sum);
        if (!any_of(sum.users(), [&](User* user) { return is_number(user); })) return false;
        const SCEV *const start = number->getStart(), *const step = number->getStepRecurrence(evolution_);
        if (!expander_.isSafeToExpandAt(start, before_) || !expander_.isSafeToExpandAt(step, before_)) return false;
        if (expander_.isHighCostExpansion({start, step}, &loop_, largest_cost, &costs_, before_)) {
            return false;
        }
        auto* const phi = PHINode::Create(sum.getType(), 2, "product", loop_.getHeader()->begin());
        Value* const first = expander_.expandCodeFor(start, sum.getType(), before_);
        Value* const distance = expander_.expandCodeFor(step, sum.getType(), before_);
        BasicBlock* const latch = loop_.getLoopLatch();
        phi->addIncoming(first, before_->getParent());
        phi->addIncoming(IRBuilder<>(latch->getTerminator()).CreateAdd(phi, distance, "product.next"), latch);
        evolution_.forgetValue(&sum);
        sum.replaceAllUsesWith(phi);
        RecursivelyDeleteTriviallyDeadInstructions(&sum);
        return true;
    }

    /// In simple operations, spent once for all iterations.
    static constexpr unsigned largest_cost = 16;

    Loop& loop_;
    ScalarEvolution& evolution_;
    const TargetTransformInfo& costs_;
    Instruction* const before_;
    SCEVExpander expander_;
};

}  // namespace

PreservedAnalyses strength_reduce_products::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    const auto& costs = analyses.getResult<TargetIRAnalysis>(function);
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!is_innermost_parallel(*loop)) continue;
        changed |= stepper(*loop, evolution, costs).run();
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
