#include "compiler/passes/check/check_divisions.hpp"

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

static bool cannot_fail(const Instruction& division) {
    const auto* divisor = dyn_cast<ConstantInt>(division.getOperand(1));
    return divisor && !divisor->isZero() && !(is_signed(division) && divisor->isMinusOne());
}

/// The i32 that check_division takes.
static Value* fault_of(IRBuilder<>& at, const Instruction& division) {
    Value *const dividend = division.getOperand(0), *const divisor = division.getOperand(1);
    auto* const type = cast<IntegerType>(division.getType());
    Value* overflow = at.getInt32(0);
    if (is_signed(division)) {
        Value* const least =
            at.CreateICmpEQ(dividend, ConstantInt::get(type, APInt::getSignedMinValue(type->getBitWidth())));
        Value* const minus_one = at.CreateICmpEQ(divisor, ConstantInt::getAllOnesValue(type));
        overflow = at.CreateSelect(at.CreateAnd(least, minus_one), at.getInt32(NDW_CHECK_DIVISION_OVERFLOW), overflow);
    }
    Value* const zero = at.CreateICmpEQ(divisor, ConstantInt::get(type, 0));
    return at.CreateSelect(zero, at.getInt32(NDW_CHECK_DIVISION_BY_ZERO), overflow);
}

void check_divisions(Function& kernel) {
    SmallVector<Instruction*> divisions;
    for (Instruction& i : instructions(kernel)) {
        if (i.isIntDivRem() && i.getType()->isIntegerTy() && !cannot_fail(i)) divisions.push_back(&i);
    }
    for (Instruction* division : divisions) {
        IRBuilder<> at(division);
        call_builtin(at, builtin::check_division, at.getVoidTy(),
                     {fault_of(at, *division), place_constant(at, place_text(division->getDebugLoc()))});
    }
}

}  // namespace ndweave::compiler
