#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/codegen/ptx/passes/floating_point.hpp"

namespace ndweave::compiler::ptx {
namespace {

namespace in = llvm::Intrinsic;
namespace match = llvm::PatternMatch;

llvm::Value* unary(llvm::IRBuilder<>& builder, in::ID id, llvm::Value* x) {
    return builder.CreateIntrinsic(builder.getFloatTy(), id, {x});
}

llvm::Value* scaled(llvm::IRBuilder<>& builder, llvm::Value* x, double factor) {
    return builder.CreateFMul(x, llvm::ConstantFP::get(builder.getFloatTy(), factor));
}

llvm::Value* reciprocal(llvm::IRBuilder<>& builder, llvm::Value* x) {
    llvm::Value* radicand = nullptr;
    if (match::match(x, match::m_Intrinsic<in::sqrt>(match::m_Value(radicand)))) {
        return unary(builder, in::nvvm_rsqrt_approx_ftz_f, radicand);
    }
    return unary(builder, in::nvvm_rcp_approx_ftz_f, x);
}

llvm::Value* division(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
    llvm::Value* inverse = reciprocal(builder, b);
    return match::match(a, match::m_FPOne()) ? inverse : builder.CreateFMul(a, inverse);
}

constexpr double log2_e = 1.4426950408889634074;
constexpr double ln_2 = 0.6931471805599453094;
constexpr double log10_2 = 0.3010299956639811952;

/// The instruction for a single-precision intrinsic call; null where there is none.
llvm::Value* approximation(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& call) {
    llvm::Value* x = call.getArgOperand(0);
    switch (call.getIntrinsicID()) {
        case in::sqrt:
            return unary(builder, in::nvvm_sqrt_approx_ftz_f, x);
        case in::sin:
            return unary(builder, in::nvvm_sin_approx_ftz_f, x);
        case in::cos:
            return unary(builder, in::nvvm_cos_approx_ftz_f, x);
        case in::exp2:
            return unary(builder, in::nvvm_ex2_approx_ftz_f, x);
        case in::exp:
            return unary(builder, in::nvvm_ex2_approx_ftz_f, scaled(builder, x, log2_e));
        case in::log2:
            return unary(builder, in::nvvm_lg2_approx_ftz_f, x);
        case in::log:
            return scaled(builder, unary(builder, in::nvvm_lg2_approx_ftz_f, x), ln_2);
        case in::log10:
            return scaled(builder, unary(builder, in::nvvm_lg2_approx_ftz_f, x), log10_2);
        case in::pow: {
            llvm::Value* exponent =
                builder.CreateFMul(call.getArgOperand(1), unary(builder, in::nvvm_lg2_approx_ftz_f, x));
            return unary(builder, in::nvvm_ex2_approx_ftz_f, exponent);
        }
        default:
            return nullptr;
    }
}

llvm::Value* approximation(llvm::Instruction& instruction) {
    llvm::IRBuilder<> builder(&instruction);
    builder.setFastMathFlags(llvm::FastMathFlags::getFast());
    if (instruction.getOpcode() == llvm::Instruction::FDiv) {
        return division(builder, instruction.getOperand(0), instruction.getOperand(1));
    }
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call ? approximation(builder, *call) : nullptr;
}

}  // namespace

void approximate_functions(llvm::Function& kernel) {
    std::vector<llvm::Instruction*> single;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (instruction.getType()->isFloatTy()) single.push_back(&instruction);
    }
    for (auto at = single.rbegin(); at != single.rend(); ++at) {  // users first: 1/sqrt(x) is seen whole
        llvm::Instruction* instruction = *at;
        if (instruction->use_empty()) {
            if (!instruction->mayHaveSideEffects()) instruction->eraseFromParent();
            continue;
        }
        if (llvm::Value* value = approximation(*instruction)) {
            instruction->replaceAllUsesWith(value);
            instruction->eraseFromParent();
        }
    }
}

}  // namespace ndweave::compiler::ptx
