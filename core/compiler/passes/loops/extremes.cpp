#include "compiler/passes/loops/extremes.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <numeric>

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// A number that a loop carries, and what it is compared with: it becomes `candidate` where that is beyond it.
struct extreme {
    PHINode* carried;
    SelectInst* choice;
    Value* candidate;
    bool largest;
};

/// Reads `choice` as `candidate P carried ? candidate : carried`; P is none where it is no comparison of the two.
CmpInst::Predicate comparison(SelectInst& choice, const Value& carried, Value*& candidate) {
    const auto* const compare = dyn_cast<FCmpInst>(choice.getCondition());
    if (!compare || !compare->hasOneUse() || compare->hasNoNaNs()) return CmpInst::BAD_FCMP_PREDICATE;
    const bool keeps = choice.getTrueValue() == &carried;
    candidate = keeps ? choice.getFalseValue() : choice.getTrueValue();
    if (choice.getTrueValue() != &carried && choice.getFalseValue() != &carried) return CmpInst::BAD_FCMP_PREDICATE;
    const auto predicate = keeps ? compare->getInversePredicate() : compare->getPredicate();
    if (compare->getOperand(0) == candidate && compare->getOperand(1) == &carried) return predicate;
    if (compare->getOperand(1) == candidate && compare->getOperand(0) == &carried)
        return CmpInst::getSwappedPredicate(predicate);
    return CmpInst::BAD_FCMP_PREDICATE;
}

/// Ordered comparisons only: those keep what is carried where the candidate is a NaN.
std::optional<extreme> read(PHINode& carried, const Loop& loop) {
    auto* const choice = dyn_cast<SelectInst>(carried.getIncomingValueForBlock(loop.getLoopLatch()));
    if (!carried.getType()->isFloatTy() && !carried.getType()->isDoubleTy()) return std::nullopt;
    if (!choice || !loop.contains(choice) || !carried.hasNUses(2)) return std::nullopt;  // the comparison, the choice
    for (const User* user : choice->users()) {
        if (user != &carried && loop.contains(cast<Instruction>(user))) return std::nullopt;
    }
    Value* candidate = nullptr;
    switch (comparison(*choice, carried, candidate)) {
        case CmpInst::FCMP_OGT:
        case CmpInst::FCMP_OGE:
            return extreme{&carried, choice, candidate, true};
        case CmpInst::FCMP_OLT:
        case CmpInst::FCMP_OLE:
            return extreme{&carried, choice, candidate, false};
        default:
            return std::nullopt;
    }
}

/// llvm.maximum, llvm.minimum or one over lanes, where zeros have no signs but NaNs count.
bool is_signless(const Instruction& i) {
    const auto* const call = dyn_cast<IntrinsicInst>(&i);
    if (call == nullptr) return false;
    switch (call->getIntrinsicID()) {
        case Intrinsic::maximum:
        case Intrinsic::minimum:
        case Intrinsic::vector_reduce_fmaximum:
        case Intrinsic::vector_reduce_fminimum:
            return call->hasNoSignedZeros() && !call->hasNoNaNs();
        default:
            return false;
    }
}

/// A program's own calls do without the flag by which this file's are known.
void leave_flag_to_ours(Function& function) {
    for (Instruction& i : instructions(function)) {
        if (is_signless(i)) i.setHasNoSignedZeros(false);
    }
}

void expose(const extreme& found) {
    IRBuilder<> at(found.choice);
    Type* const type = found.carried->getType();
    Value* const is_nan = at.CreateFCmpUNO(found.candidate, ConstantFP::getZero(type));
    Value* const number = at.CreateSelect(is_nan, ConstantFP::getInfinity(type, found.largest), found.candidate);
    auto* const call = cast<Instruction>(
        at.CreateBinaryIntrinsic(found.largest ? Intrinsic::maximum : Intrinsic::minimum, found.carried, number));
    call->setHasNoSignedZeros(true);
    auto* const compare = cast<Instruction>(found.choice->getCondition());
    found.choice->replaceAllUsesWith(call);
    found.choice->eraseFromParent();
    compare->eraseFromParent();
}

/// x where `number` is `isnan(x) ? none : x`, or `number` itself where it cannot be a NaN. The test may have lost an
/// absolute value.
Value* with_nan(Value* number, bool largest, const DataLayout& layout) {
    Value *tested = nullptr, *candidate = nullptr;
    const APFloat* none = nullptr;
    FCmpInst::Predicate predicate{};
    if (match(number,
              m_Select(m_FCmp(predicate, m_Value(tested), m_AnyZeroFP()), m_APFloat(none), m_Value(candidate))) &&
        predicate == CmpInst::FCMP_UNO && none->isInfinity() && none->isNegative() == largest &&
        (tested == candidate || match(candidate, m_FAbs(m_Specific(tested))))) {
        return candidate;
    }
    return isKnownNeverNaN(number, 0, SimplifyQuery(layout)) ? number : nullptr;
}

/// Puts comparisons in the calls' place, first in the loops and then behind them, where the parts of one extreme are
/// brought together: parts that all are NaN, because the loop began with one, or none of them.
class lowering {
public:
    explicit lowering(Function& function) : function_(function) {}

    bool run() {
        for (Instruction& i : make_early_inc_range(instructions(function_))) {
            if (auto* const call = dyn_cast<IntrinsicInst>(&i)) lower_in_loop(*call);
        }
        for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
            for (Instruction& i : make_early_inc_range(*block)) {
                if (auto* const call = dyn_cast<IntrinsicInst>(&i)) lower_behind_loop(*call);
            }
        }
        return !made_.empty();
    }

private:
    /// Whether `call` is `largest` or `smallest`, and this file's: fast-math has no NaN either.
    static bool is(const IntrinsicInst& call, Intrinsic::ID largest, Intrinsic::ID smallest) {
        return (call.getIntrinsicID() == largest || call.getIntrinsicID() == smallest) && is_signless(call);
    }

    void lower_in_loop(IntrinsicInst& call) {
        if (!is(call, Intrinsic::maximum, Intrinsic::minimum)) return;
        const bool largest = call.getIntrinsicID() == Intrinsic::maximum;
        for (const unsigned side : {1u, 0u}) {
            Value* const candidate = with_nan(call.getArgOperand(side), largest, call.getDataLayout());
            if (!candidate) continue;
            IRBuilder<> at(&call);
            return replace(call, beyond(at, candidate, call.getArgOperand(1 - side), largest));
        }
    }

    void lower_behind_loop(IntrinsicInst& call) {
        if (is(call, Intrinsic::maximum, Intrinsic::minimum)) {
            Value *const one = call.getArgOperand(0), *const other = call.getArgOperand(1);
            if (!made_.contains(one) || !made_.contains(other)) return;
            IRBuilder<> at(&call);
            replace(call, beyond(at, other, one, call.getIntrinsicID() == Intrinsic::maximum));
        } else if (is(call, Intrinsic::vector_reduce_fmaximum, Intrinsic::vector_reduce_fminimum)) {
            if (made_.contains(call.getArgOperand(0))) fold(call);
        }
    }

    /// Halves are compared until one number is left.
    void fold(IntrinsicInst& call) {
        Value* parts = call.getArgOperand(0);
        const unsigned lanes = cast<FixedVectorType>(parts->getType())->getNumElements();
        if (!isPowerOf2_32(lanes)) return;
        IRBuilder<> at(&call);
        const bool largest = call.getIntrinsicID() == Intrinsic::vector_reduce_fmaximum;
        for (unsigned half = lanes / 2; half != 0; half /= 2) {
            SmallVector<int> lower(half), upper(half);
            std::iota(lower.begin(), lower.end(), 0);
            std::iota(upper.begin(), upper.end(), half);
            parts = beyond(at, at.CreateShuffleVector(parts, upper), at.CreateShuffleVector(parts, lower), largest);
        }
        replace(call, at.CreateExtractElement(parts, std::uint64_t{0}));
    }

    static Value* beyond(IRBuilder<>& at, Value* candidate, Value* carried, bool largest) {
        const auto predicate = largest ? CmpInst::FCMP_OGT : CmpInst::FCMP_OLT;
        return at.CreateSelect(at.CreateFCmp(predicate, candidate, carried), candidate, carried);
    }

    void replace(IntrinsicInst& call, Value* by) {
        call.replaceAllUsesWith(by);
        call.eraseFromParent();
        made_.insert(by);
    }

    Function& function_;
    SmallPtrSet<const Value*, 32> made_;
};

}  // namespace

PreservedAnalyses expose_extremes::run(Function& function, FunctionAnalysisManager& analyses) {
    SmallVector<extreme> found;
    for (const Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!loop->isInnermost() || !loop->getLoopLatch() || !loop->getLoopPreheader()) continue;
        if (!getBooleanLoopAttribute(loop, "llvm.loop.vectorize.enable")) continue;
        for (PHINode& carried : loop->getHeader()->phis()) {
            if (const auto one = read(carried, *loop)) found.push_back(*one);
        }
    }
    leave_flag_to_ours(function);
    for (const extreme& each : found) expose(each);
    if (found.empty()) return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
}

PreservedAnalyses lower_extremes::run(Function& function, FunctionAnalysisManager&) {
    if (!lowering(function).run()) return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
}

}  // namespace ndweave::compiler
