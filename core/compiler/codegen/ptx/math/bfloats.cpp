#include "compiler/codegen/ptx/math/bfloats.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/pass_manager/kept_analyses.hpp"

namespace ndweave::compiler::ptx {
namespace {

namespace match = llvm::PatternMatch;

constexpr unsigned half = 16;  // bits

/// What is added to `value`, the bits of a float, before its lower half is left out: 0x7fff + (`value` >> 16 & 1).
bool rounds_up(llvm::Value* sum, llvm::Value* value) {
    const auto odd = match::m_And(match::m_LShr(match::m_Specific(value), match::m_SpecificInt(half)), match::m_One());
    const auto most = match::m_SpecificInt(0x7fff);
    return match::match(sum, match::m_c_Add(match::m_Add(match::m_Specific(value), most), odd)) ||
           match::match(sum, match::m_Add(match::m_c_Add(match::m_Specific(value), odd), most)) ||
           match::match(sum, match::m_c_Add(match::m_Specific(value), match::m_Add(odd, most)));
}

bool reads_upper_half(const llvm::User* user) {
    const llvm::APInt* constant = nullptr;
    if (match::match(user, match::m_LShr(match::m_Value(), match::m_APInt(constant)))) return constant->uge(half);
    return match::match(user, match::m_And(match::m_Value(), match::m_APInt(constant))) &&
           constant->countr_zero() >= half;
}

/// The float of which the upper half of `rounded` is a rounding, or null.
llvm::Value* float_of(llvm::BinaryOperator& rounded) {
    llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_FCMP_PREDICATE;
    llvm::Value *x = nullptr, *sum = nullptr;
    const llvm::APInt* nan = nullptr;
    const auto quiet = match::m_Select(match::m_FCmp(predicate, match::m_Value(x), match::m_AnyZeroFP()),
                                       match::m_APInt(nan), match::m_Zero());
    if (!rounded.getType()->isIntegerTy(32) || !match::match(&rounded, match::m_c_Or(quiet, match::m_Value(sum))))
        return nullptr;
    const bool is_nan = llvm::APFloat(llvm::APFloat::BFloat(), nan->extractBits(half, half)).isNaN();
    if (predicate != llvm::CmpInst::FCMP_UNO || !x->getType()->isFloatTy() || !is_nan || nan->countr_zero() < half)
        return nullptr;
    if (!match::match(sum, match::m_And(match::m_Value(sum), match::m_SpecificInt(0xffff0000))) &&
        !llvm::all_of(rounded.users(), reads_upper_half))
        return nullptr;
    const bool found = llvm::any_of(x->users(), [&](llvm::User* user) {
        return match::match(user, match::m_BitCast(match::m_Value())) && rounds_up(sum, user);
    });
    return found ? x : nullptr;
}

}  // namespace

llvm::PreservedAnalyses round_to_bfloats::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* rounded = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
        llvm::Value* x = rounded ? float_of(*rounded) : nullptr;
        if (!x) continue;
        llvm::IRBuilder<> builder(rounded);
        llvm::Value* upper =
            builder.CreateBitCast(builder.CreateFPTrunc(x, builder.getBFloatTy()), builder.getInt16Ty());
        rounded->replaceAllUsesWith(builder.CreateShl(builder.CreateZExt(upper, builder.getInt32Ty()), half));
        rounded->eraseFromParent();
        changed = true;
    }
    return control_flow_kept(changed);
}

}  // namespace ndweave::compiler::ptx
