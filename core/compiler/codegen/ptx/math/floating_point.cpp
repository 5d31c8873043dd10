#include "compiler/codegen/ptx/math/floating_point.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Casting.h>

namespace ndweave::compiler::ptx {
namespace {

bool contracts(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::FMul:
        case llvm::Instruction::FAdd:
        case llvm::Instruction::FSub:
            return true;
        default:
            return false;
    }
}

void split_fmuladd(llvm::IntrinsicInst& call) {
    llvm::IRBuilder<> builder(&call);
    llvm::FastMathFlags flags = call.getFastMathFlags();
    flags.setAllowContract();
    builder.setFastMathFlags(flags);
    llvm::Value* product = builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1));
    call.replaceAllUsesWith(builder.CreateFAdd(product, call.getArgOperand(2)));
    call.eraseFromParent();
}

}  // namespace

void allow_contraction(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            if (call && call->getIntrinsicID() == llvm::Intrinsic::fmuladd) {
                split_fmuladd(*call);
            } else if (contracts(instruction)) {
                instruction.setHasAllowContract(true);
            }
        }
    }
}

void lower_copysign(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            llvm::Type* type = instruction.getType();
            if (!call || call->getIntrinsicID() != llvm::Intrinsic::copysign) continue;
            if (!type->isFloatTy() && !type->isDoubleTy()) continue;
            // PTX takes the sign first.
            auto* text = type->isFloatTy() ? llvm::InlineAsm::get(llvm::FunctionType::get(type, {type, type}, false),
                                                                  "copysign.f32 $0, $1, $2;", "=f,f,f", false)
                                           : llvm::InlineAsm::get(llvm::FunctionType::get(type, {type, type}, false),
                                                                  "copysign.f64 $0, $1, $2;", "=d,d,d", false);
            llvm::IRBuilder<> builder(call);
            call->replaceAllUsesWith(builder.CreateCall(text, {call->getArgOperand(1), call->getArgOperand(0)}));
            call->eraseFromParent();
        }
    }
}

void lower_signed_conditions(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            auto* number = llvm::dyn_cast<llvm::SIToFPInst>(&instruction);
            if (!number || !number->getSrcTy()->isIntOrIntVectorTy(1)) continue;
            llvm::Type* type = number->getType();
            llvm::IRBuilder<> builder(number);
            number->replaceAllUsesWith(builder.CreateSelect(number->getOperand(0), llvm::ConstantFP::get(type, -1.0),
                                                            llvm::ConstantFP::getZero(type)));
            number->eraseFromParent();
        }
    }
}

}  // namespace ndweave::compiler::ptx
