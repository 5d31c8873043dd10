#include "compiler/codegen/host/approximate_roots.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace ndweave::compiler::host {
namespace {

class approximation {
public:
    approximation(llvm::Function& function, unsigned vector_bits) : function_(function), vector_bits_(vector_bits) {}

    unsigned run() {
        llvm::SmallVector<llvm::IntrinsicInst*> roots;
        for (llvm::Instruction& i : llvm::instructions(function_)) {
            auto* const root = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
            if (root != nullptr && is_root(*root)) roots.push_back(root);
        }
        for (llvm::IntrinsicInst* root : roots) replace(*root);
        return replaced_;
    }

private:
    bool is_root(const llvm::IntrinsicInst& call) const {
        if (call.getIntrinsicID() != llvm::Intrinsic::sqrt || !call.hasApproxFunc()) return false;
        const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
        if (type == nullptr || !type->getElementType()->isFloatTy()) return false;
        const unsigned bits = 32 * type->getNumElements();
        return (bits == 128 || bits == 256 || bits == 512) && bits <= vector_bits_;
    }

    void replace(llvm::IntrinsicInst& root) {
        for (llvm::User* user : llvm::make_early_inc_range(root.users())) {
            auto* const quotient = llvm::dyn_cast<llvm::BinaryOperator>(user);
            if (quotient == nullptr || quotient->getOpcode() != llvm::Instruction::FDiv) continue;
            if (quotient->getOperand(1) != &root || quotient->getOperand(0) == &root) continue;
            if (!quotient->hasAllowReciprocal()) continue;
            llvm::IRBuilder<> at(quotient);
            // Of zero and infinity the steps in between are NaN and infinite.
            llvm::FastMathFlags flags = quotient->getFastMathFlags();
            flags.setNoNaNs(false);
            flags.setNoInfs(false);
            at.setFastMathFlags(flags);
            llvm::Value* const x = root.getArgOperand(0);
            llvm::Value* const inverse = inverse_root(at, x, estimate(at, x));
            at.setFastMathFlags(quotient->getFastMathFlags());
            quotient->replaceAllUsesWith(at.CreateFMul(quotient->getOperand(0), inverse));
            quotient->eraseFromParent();
            ++replaced_;
        }
        if (root.use_empty()) root.eraseFromParent();
    }

    /// Those of AVX-512 in shorter registers are an extension of it.
    bool has_better_estimate(unsigned lanes) const {
        if (vector_bits_ < 512) return false;
        const llvm::Attribute sets = function_.getFnAttribute("target-features");
        return lanes == 16 || (sets.isValid() && sets.getValueAsString().contains("+avx512vl"));
    }

    llvm::Value* estimate(llvm::IRBuilder<>& at, llvm::Value* x) const {
        const unsigned lanes = llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements();
        if (!has_better_estimate(lanes)) {
            const auto id = lanes == 8 ? llvm::Intrinsic::x86_avx_rsqrt_ps_256 : llvm::Intrinsic::x86_sse_rsqrt_ps;
            return at.CreateIntrinsic(id, {}, {x});
        }
        const auto id = lanes == 16  ? llvm::Intrinsic::x86_avx512_rsqrt14_ps_512
                        : lanes == 8 ? llvm::Intrinsic::x86_avx512_rsqrt14_ps_256
                                     : llvm::Intrinsic::x86_avx512_rsqrt14_ps_128;
        llvm::Value* const all = llvm::Constant::getAllOnesValue(at.getIntNTy(std::max(lanes, 8u)));
        return at.CreateIntrinsic(id, {}, {x, llvm::Constant::getNullValue(x->getType()), all});
    }

    /// guess * max(1.5 - 0.5 * x * guess * guess, 0.5): the maximum, one instruction, is 0.5 where the step is a NaN.
    static llvm::Value* inverse_root(llvm::IRBuilder<>& at, llvm::Value* x, llvm::Value* guess) {
        const auto number = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
        llvm::Value* const half = at.CreateFMul(at.CreateFMul(x, guess), number(-0.5));
        llvm::Value* const step = at.CreateFAdd(at.CreateFMul(half, guess), number(1.5));
        return at.CreateFMul(guess, at.CreateSelect(at.CreateFCmpOGT(step, number(0.5)), step, number(0.5)));
    }

    llvm::Function& function_;
    unsigned vector_bits_;
    unsigned replaced_ = 0;
};

}  // namespace

unsigned approximate_roots(llvm::Module& module, unsigned vector_bits) {
    unsigned replaced = 0;
    for (llvm::Function& function : module) {
        if (!function.isDeclaration()) replaced += approximation(function, vector_bits).run();
    }
    return replaced;
}

}  // namespace ndweave::compiler::host
