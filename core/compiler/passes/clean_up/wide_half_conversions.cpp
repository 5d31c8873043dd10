#include "compiler/passes/clean_up/wide_half_conversions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {
namespace {

using namespace llvm;

bool is_wide(const Type* type) { return type->isIntOrIntVectorTy() && type->getScalarSizeInBits() > 64; }
bool is_half(const Type* type) { return type->getScalarType()->isHalfTy(); }

/// The type of `like`, with elements of `element`.
Type* with_element(Type* like, Type* element) {
    const auto* const vector = dyn_cast<VectorType>(like);
    return vector ? VectorType::get(element, vector->getElementCount()) : element;
}

Value* to_half(CastInst& cast) {
    IRBuilder<> at(&cast);
    Value* const wide = cast.getOperand(0);
    const bool is_signed = cast.getOpcode() == Instruction::SIToFP;
    Value* const narrow = at.CreateTrunc(wide, with_element(wide->getType(), at.getInt32Ty()));
    Value* const fits = at.CreateICmpEQ(at.CreateIntCast(narrow, wide->getType(), is_signed), wide, "fits");
    Value* const number = is_signed ? at.CreateSIToFP(narrow, cast.getType()) : at.CreateUIToFP(narrow, cast.getType());
    Value* infinite = ConstantFP::getInfinity(cast.getType());
    if (is_signed) {
        Value* const negative = at.CreateICmpSLT(wide, Constant::getNullValue(wide->getType()));
        infinite = at.CreateSelect(negative, ConstantFP::getInfinity(cast.getType(), true), infinite);
    }
    return at.CreateSelect(fits, number, infinite);
}

Value* from_half(CastInst& cast) {
    IRBuilder<> at(&cast);
    const bool is_signed = cast.getOpcode() == Instruction::FPToSI;
    Type* const narrow = with_element(cast.getType(), at.getInt32Ty());
    Value* const half = cast.getOperand(0);
    Value* const number = is_signed ? at.CreateFPToSI(half, narrow) : at.CreateFPToUI(half, narrow);
    return at.CreateIntCast(number, cast.getType(), is_signed);
}

}  // namespace

void narrow_wide_half_conversions(Module& module) {
    for (Function& function : module) {
        for (Instruction& i : make_early_inc_range(instructions(function))) {
            Value* made = nullptr;
            if (isa<SIToFPInst, UIToFPInst>(i) && is_half(i.getType()) && is_wide(i.getOperand(0)->getType()))
                made = to_half(cast<CastInst>(i));
            if (isa<FPToSIInst, FPToUIInst>(i) && is_half(i.getOperand(0)->getType()) && is_wide(i.getType()))
                made = from_half(cast<CastInst>(i));
            if (made == nullptr) continue;
            i.replaceAllUsesWith(made);
            i.eraseFromParent();
        }
    }
}

}  // namespace ndweave::compiler
