#include "compiler/codegen/ptx/math/call_libdevice.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/codegen/ptx/math/math_names.hpp"

namespace ndweave::compiler::ptx {
namespace {

/// The function that `callee` is called in place of; a declaration that the link fills in.
llvm::FunctionCallee replacement(llvm::Module& module, llvm::Function& callee) {
    const std::string libm = callee.isIntrinsic() ? libm_name(callee) : callee.getName().str();
    const std::string name = libm.empty() ? libm : libdevice_name(libm);
    if (name.empty()) return {};
    llvm::FunctionType* type = callee.getFunctionType();
    const auto id = callee.getIntrinsicID();
    const bool rounds = id == llvm::Intrinsic::lround || id == llvm::Intrinsic::lrint;
    if (rounds && !type->getReturnType()->isIntegerTy(64)) return {};
    return module.getOrInsertFunction(name, type);
}

void redirect(llvm::Function& callee, llvm::FunctionCallee to) {
    for (llvm::User* user : llvm::make_early_inc_range(callee.users())) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledOperand() != &callee) continue;
        llvm::IRBuilder<> builder(call);
        llvm::SmallVector<llvm::Value*, 3> arguments(call->args());
        llvm::CallInst* fresh = builder.CreateCall(to, arguments);
        call->replaceAllUsesWith(fresh);
        call->eraseFromParent();
    }
}

bool is_remainder(const llvm::Instruction& i) { return i.getOpcode() == llvm::Instruction::FRem; }

llvm::Value* on_lane(llvm::IRBuilder<>& builder, llvm::Instruction& i, unsigned k) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (llvm::Value* operand : i.operand_values()) {
        if (llvm::isa<llvm::Function>(operand)) continue;
        operands.push_back(operand->getType()->isVectorTy() ? builder.CreateExtractElement(operand, k) : operand);
    }
    if (is_remainder(i)) return builder.CreateFRem(operands[0], operands[1]);
    const llvm::Intrinsic::ID id = llvm::cast<llvm::IntrinsicInst>(i).getIntrinsicID();
    llvm::SmallVector<llvm::Type*, 2> types = {i.getType()->getScalarType()};
    if (types[0]->isIntegerTy() || (operands.size() > 1 && operands[1]->getType()->isIntegerTy()))
        types.push_back(operands[types[0]->isIntegerTy() ? 0 : 1]->getType());
    return builder.CreateIntrinsic(id, types, operands);
}

/// Functions that libdevice has are called, and remainders taken, lane by lane.
void split_vectors(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::make_early_inc_range(llvm::instructions(function))) {
            const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(i.getType());
            const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
            const bool needed = call ? !libm_name(*call->getCalledFunction()).empty() : is_remainder(i);
            if (!lanes || !needed) continue;
            llvm::IRBuilder<> builder(&i);
            llvm::Value* made = llvm::PoisonValue::get(i.getType());
            for (unsigned k = 0; k < lanes->getNumElements(); ++k)
                made = builder.CreateInsertElement(made, on_lane(builder, i, k), k);
            i.replaceAllUsesWith(made);
            i.eraseFromParent();
        }
    }
}

/// LLVM's own frem is a quotient of limited range: fmod is exact.
void replace_remainders(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
            llvm::Type* type = instruction.getType();
            if (!is_remainder(instruction) || !(type->isFloatTy() || type->isDoubleTy())) continue;
            llvm::IRBuilder<> builder(&instruction);
            llvm::FunctionCallee fmod =
                module.getOrInsertFunction(type->isFloatTy() ? "__nv_fmodf" : "__nv_fmod", type, type, type);
            instruction.replaceAllUsesWith(
                builder.CreateCall(fmod, {instruction.getOperand(0), instruction.getOperand(1)}));
            instruction.eraseFromParent();
        }
    }
}

}  // namespace

void call_libdevice(llvm::Module& module) {
    split_vectors(module);
    replace_remainders(module);
    for (llvm::Function& callee : llvm::make_early_inc_range(module)) {
        if (!callee.isDeclaration() || callee.use_empty()) continue;
        if (llvm::FunctionCallee to = replacement(module, callee)) redirect(callee, to);
    }
}

}  // namespace ndweave::compiler::ptx
