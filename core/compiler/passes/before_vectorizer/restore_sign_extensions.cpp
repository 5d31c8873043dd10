#include "compiler/passes/before_vectorizer/restore_sign_extensions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned half = 32;

/// Longer sums than indices have.
constexpr unsigned max_depth = 4;

/// Whether `value` is made of numbers in the upper half: shifted there, constants, and sums and differences of those.
bool is_upper_half(Value& value, unsigned depth = 0) {
    const APInt* constant = nullptr;
    if (match(&value, m_APInt(constant))) return constant->countr_zero() >= half;
    if (match(&value, m_Shl(m_Value(), m_SpecificInt(half)))) return true;
    Value *a = nullptr, *b = nullptr;
    return (match(&value, m_Add(m_Value(a), m_Value(b))) || match(&value, m_Sub(m_Value(a), m_Value(b)))) &&
           depth < max_depth && is_upper_half(*a, depth + 1) && is_upper_half(*b, depth + 1);
}

/// The upper half of such a value.
Value* upper_half_of(Value& value, IRBuilder<>& at) {
    const APInt* constant = nullptr;
    if (match(&value, m_APInt(constant))) return at.getInt(constant->extractBits(half, half));
    Value *a = nullptr, *b = nullptr;
    if (match(&value, m_Shl(m_Value(a), m_SpecificInt(half)))) return at.CreateTrunc(a, at.getInt32Ty());
    const bool adds = match(&value, m_Add(m_Value(a), m_Value(b)));
    if (!adds) match(&value, m_Sub(m_Value(a), m_Value(b)));
    Value* const first = upper_half_of(*a, at);
    Value* const second = upper_half_of(*b, at);
    return adds ? at.CreateAdd(first, second) : at.CreateSub(first, second);
}

}  // namespace

PreservedAnalyses restore_sign_extensions::run(Function& function, FunctionAnalysisManager&) {
    SmallVector<WeakTrackingVH> dead;
    for (Instruction& i : instructions(function)) {
        Value* sum = nullptr;
        const APInt* shift = nullptr;
        if (!i.getType()->isIntegerTy(2 * half) || !match(&i, m_AShr(m_Value(sum), m_APInt(shift)))) continue;
        if (shift->ugt(half) || shift->isZero() || isa<Constant>(sum) || !is_upper_half(*sum)) continue;
        IRBuilder<> at(&i);
        Value* const extended = at.CreateSExt(upper_half_of(*sum, at), i.getType());
        const std::uint64_t scale = half - shift->getZExtValue();
        i.replaceAllUsesWith(scale == 0 ? extended : at.CreateShl(extended, scale, "", false, true));
        dead.emplace_back(&i);
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
    return dead.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace ndweave::compiler
