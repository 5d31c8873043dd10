#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/codegen/ptx/math/floating_point.hpp"
#include "compiler/codegen/ptx/math/reflection.hpp"

namespace ndweave::compiler::ptx {
namespace {

namespace in = llvm::Intrinsic;
namespace match = llvm::PatternMatch;

/// The instructions that take subnormal numbers for zeros, and those that do not.
struct instruction_set {
    in::ID sqrt, rsqrt, sin, cos, exp2, log2;
    bool flushes;
};
constexpr instruction_set flushing = {in::nvvm_sqrt_approx_ftz_f,
                                      in::nvvm_rsqrt_approx_ftz_f,
                                      in::nvvm_sin_approx_ftz_f,
                                      in::nvvm_cos_approx_ftz_f,
                                      in::nvvm_ex2_approx_ftz_f,
                                      in::nvvm_lg2_approx_ftz_f,
                                      true};
constexpr instruction_set whole = {in::nvvm_sqrt_approx_f,
                                   in::nvvm_rsqrt_approx_f,
                                   in::nvvm_sin_approx_f,
                                   in::nvvm_cos_approx_f,
                                   in::nvvm_ex2_approx_f,
                                   in::nvvm_lg2_approx_f,
                                   false};

constexpr double log2_e = 1.4426950408889634074;
constexpr double log2_10 = 3.3219280948873623479;
constexpr double ln_2 = 0.6931471805599453094;
constexpr double log10_2 = 0.3010299956639811952;

class approximation {
public:
    approximation(const instruction_set& use, llvm::Instruction& at) : use_(use), builder_(&at) {
        llvm::FastMathFlags flags = llvm::FastMathFlags::getFast();
        flags.setNoNaNs(at.hasNoNaNs());
        flags.setNoInfs(at.hasNoInfs());
        builder_.setFastMathFlags(flags);
    }

    llvm::Value* of(llvm::Instruction& instruction) {
        if (instruction.getOpcode() == llvm::Instruction::FDiv) {
            if (!instruction.hasAllowReciprocal()) return nullptr;
            return division(instruction.getOperand(0), instruction.getOperand(1), instruction.hasApproxFunc());
        }
        auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        return call && instruction.hasApproxFunc() ? of_call(*call) : nullptr;
    }

private:
    llvm::Value* unary(in::ID id, llvm::Value* x) { return builder_.CreateIntrinsic(builder_.getFloatTy(), id, {x}); }

    llvm::Value* scaled(llvm::Value* x, double factor) {
        return builder_.CreateFMul(x, llvm::ConstantFP::get(builder_.getFloatTy(), factor));
    }

    /// The reciprocal of a square root also where only reciprocals are allowed: it is good to two units in the last
    /// place.
    llvm::Value* division(llvm::Value* a, llvm::Value* b, bool roughly) {
        llvm::Value* radicand = nullptr;
        const bool of_one = match::match(a, match::m_FPOne());
        if (match::match(b, match::m_Intrinsic<in::sqrt>(match::m_Value(radicand)))) {
            llvm::Value* root = unary(use_.rsqrt, radicand);
            return of_one ? root : builder_.CreateFMul(a, root);
        }
        if (!roughly) return nullptr;
        if (!of_one && !use_.flushes)
            return builder_.CreateIntrinsic(builder_.getFloatTy(), in::nvvm_div_approx_f, {a, b});
        llvm::Value* inverse = unary(in::nvvm_rcp_approx_ftz_f, b);  // LLVM knows no other
        return of_one ? inverse : builder_.CreateFMul(a, inverse);
    }

    llvm::Value* of_call(llvm::IntrinsicInst& call) {
        llvm::Value* x = call.getArgOperand(0);
        switch (call.getIntrinsicID()) {
            case in::sqrt:
                return unary(use_.sqrt, x);
            case in::sin:
                return unary(use_.sin, x);
            case in::cos:
                return unary(use_.cos, x);
            case in::tan:
                return division(unary(use_.sin, x), unary(use_.cos, x), true);
            case in::exp2:
                return unary(use_.exp2, x);
            case in::exp:
                return unary(use_.exp2, scaled(x, log2_e));
            case in::exp10:
                return unary(use_.exp2, scaled(x, log2_10));
            case in::log2:
                return unary(use_.log2, x);
            case in::log:
                return scaled(unary(use_.log2, x), ln_2);
            case in::log10:
                return scaled(unary(use_.log2, x), log10_2);
            case in::pow:
                return unary(use_.exp2, builder_.CreateFMul(call.getArgOperand(1), unary(use_.log2, x)));
            default:
                return nullptr;
        }
    }

    const instruction_set& use_;
    llvm::IRBuilder<> builder_;
};

}  // namespace

void approximate_functions(llvm::Function& kernel) {
    const instruction_set& use = flushes_subnormals(*kernel.getParent()) ? flushing : whole;
    std::vector<llvm::Instruction*> single;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (instruction.getType()->isFloatTy() && llvm::isa<llvm::FPMathOperator>(instruction))
            single.push_back(&instruction);
    }
    for (auto at = single.rbegin(); at != single.rend(); ++at) {  // users first: 1/sqrt(x) is seen whole
        llvm::Instruction* instruction = *at;
        if (instruction->use_empty()) {
            if (!instruction->mayHaveSideEffects()) instruction->eraseFromParent();
            continue;
        }
        if (llvm::Value* value = approximation(use, *instruction).of(*instruction)) {
            instruction->replaceAllUsesWith(value);
            instruction->eraseFromParent();
        }
    }
}

}  // namespace ndweave::compiler::ptx
