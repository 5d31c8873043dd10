#include "compiler/passes/workarounds/code_generator/choose_before_blending.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_before_llvm(23), "LLVM 23 has the fix");

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// (set & mask) | (clear & ~mask)
struct blend {
    Value *set, *clear;
    Constant* mask;
};

Value* without_casts(Value* value) {
    while (auto* const cast = dyn_cast<BitCastInst>(value)) value = cast->getOperand(0);
    return value;
}

/// What only `value`'s one user needs, seen through casts.
Value* single_use(Value* value) {
    while (value->hasOneUse() && isa<BitCastInst>(value)) value = cast<BitCastInst>(value)->getOperand(0);
    return value->hasOneUse() ? value : nullptr;
}

/// What is chosen afterwards must not be poison where the blend, which was not chosen, is.
Constant* without_poison(Constant* mask) {
    return Constant::replaceUndefsWith(mask, Constant::getNullValue(mask->getType()->getScalarType()));
}

std::optional<blend> as_blend(Value* value) {
    Value *a = nullptr, *b = nullptr;
    Constant *mask = nullptr, *rest = nullptr;
    const auto masked_a = m_c_And(m_Value(a), m_Constant(mask));
    const auto masked_b = m_c_And(m_Value(b), m_Constant(rest));
    if (match(value, m_CombineOr(m_Or(masked_a, masked_b),
                                 m_CombineOr(m_Xor(masked_a, masked_b), m_Add(masked_a, masked_b))))) {
        if (ConstantExpr::getNot(mask) == rest) return blend{a, b, without_poison(mask)};
    }
    if (match(value, m_c_Xor(m_And(m_c_Xor(m_Value(a), m_Value(b)), m_Constant(mask)), m_Deferred(b))) ||
        match(value, m_c_Xor(m_And(m_c_Xor(m_Value(b), m_Value(a)), m_Constant(mask)), m_Deferred(b)))) {
        return blend{a, b, without_poison(mask)};
    }
    return {};
}

bool choose_first(SelectInst& choice, bool blend_if_true) {
    Value* const blended = single_use(blend_if_true ? choice.getTrueValue() : choice.getFalseValue());
    Value* const other = blend_if_true ? choice.getFalseValue() : choice.getTrueValue();
    const auto found = blended ? as_blend(blended) : std::nullopt;
    if (!found) return false;
    Value *set = without_casts(found->set), *clear = without_casts(found->clear);
    const bool other_is_clear = without_casts(other) == clear;
    if (!other_is_clear && without_casts(other) != set) return false;

    IRBuilder<> at(&choice);
    Value* part = at.CreateBitCast(other_is_clear ? found->set : found->clear, choice.getType());
    part = blend_if_true ? at.CreateSelect(choice.getCondition(), part, other)
                         : at.CreateSelect(choice.getCondition(), other, part);
    part = at.CreateBitCast(part, blended->getType());
    Value* const first = at.CreateAnd(other_is_clear ? part : found->set, found->mask);
    Value* const second = at.CreateAnd(other_is_clear ? found->clear : part, ConstantExpr::getNot(found->mask));
    choice.replaceAllUsesWith(at.CreateBitCast(at.CreateOr(first, second), choice.getType()));
    return true;
}

/// One choice; with it goes what nobody uses any more, since a part may be a blend that has a single user then.
bool choose_first_in(Function& function) {
    for (Instruction& i : instructions(function)) {
        auto* const choice = dyn_cast<SelectInst>(&i);
        if (!choice || !choice->getCondition()->getType()->isVectorTy()) continue;
        if (!choose_first(*choice, true) && !choose_first(*choice, false)) continue;
        RecursivelyDeleteTriviallyDeadInstructions(choice);
        return true;
    }
    return false;
}

}  // namespace

PreservedAnalyses choose_before_blending::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    while (choose_first_in(function)) changed = true;
    if (!changed) return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
}

}  // namespace ndweave::compiler
