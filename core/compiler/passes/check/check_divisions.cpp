#include "compiler/passes/check/check_divisions.hpp"

#include <llvm/ADT/Sequence.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/abi.h"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

static bool is_signed(const Instruction& division) {
    return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

static bool cannot_fail(const Constant* divisor, bool has_sign) {
    const auto* const number = dyn_cast_or_null<ConstantInt>(divisor);
    return number && !number->isZero() && !(has_sign && number->isMinusOne());
}

static bool cannot_fail(const Instruction& division) {
    const auto* const divisor = dyn_cast<Constant>(division.getOperand(1));
    if (divisor == nullptr) return false;
    const auto* const vector = dyn_cast<FixedVectorType>(division.getType());
    if (vector == nullptr) return cannot_fail(divisor, is_signed(division));
    return all_of(seq(vector->getNumElements()),
                  [&](unsigned lane) { return cannot_fail(divisor->getAggregateElement(lane), is_signed(division)); });
}

static Value* in_any_lane(IRBuilder<>& at, Value* condition) {
    return condition->getType()->isVectorTy() ? at.CreateOrReduce(condition) : condition;
}

/// The i32 that check_division takes.
static Value* fault_of(IRBuilder<>& at, const Instruction& division) {
    Value *const dividend = division.getOperand(0), *const divisor = division.getOperand(1);
    Type* const type = division.getType();
    Value* overflow = at.getInt32(0);
    if (is_signed(division)) {
        Constant* const smallest = ConstantInt::get(type, APInt::getSignedMinValue(type->getScalarSizeInBits()));
        Value* const least = at.CreateICmpEQ(dividend, smallest);
        Value* const minus_one = at.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
        Value* const overflows = in_any_lane(at, at.CreateAnd(least, minus_one));
        overflow = at.CreateSelect(overflows, at.getInt32(NDW_CHECK_DIVISION_OVERFLOW), overflow);
    }
    Value* const zero = in_any_lane(at, at.CreateICmpEQ(divisor, Constant::getNullValue(type)));
    return at.CreateSelect(zero, at.getInt32(NDW_CHECK_DIVISION_BY_ZERO), overflow);
}

void check_divisions(Function& kernel) {
    SmallVector<Instruction*> divisions;
    for (Instruction& i : instructions(kernel)) {
        if (i.isIntDivRem() && !isa<ScalableVectorType>(i.getType()) && !cannot_fail(i)) divisions.push_back(&i);
    }
    for (Instruction* division : divisions) {
        IRBuilder<> at(division);
        call_builtin(at, builtin::check_division, at.getVoidTy(),
                     {fault_of(at, *division), place_constant(at, place_text(division->getDebugLoc()))});
    }
}

}  // namespace ndweave::compiler
