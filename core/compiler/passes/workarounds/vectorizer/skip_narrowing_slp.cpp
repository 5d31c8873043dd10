#include "compiler/passes/workarounds/vectorizer/skip_narrowing_slp.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/workarounds/llvm_version.hpp"
#include "compiler/passes/workarounds/vectorizer/skip_slp.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

using namespace llvm;

namespace {

/// Bits that hold the number with its sign.
unsigned significant_bits(const Value* number, const DataLayout& layout) {
    return ComputeMaxSignificantBits(number, layout);
}

/// Whether it is an integer that fits into half its bits, or less, or a byte that fits into a bit.
bool is_narrow(const Value* number, const DataLayout& layout) {
    if (!number->getType()->isIntegerTy()) return false;
    const unsigned width = number->getType()->getIntegerBitWidth();
    return width >= 8 && significant_bits(number, layout) <= (width > 8 ? width / 2 + 1 : 2);
}

bool has_no_sign(const Value* number, const DataLayout& layout) {
    return computeKnownBits(number, layout).isNonNegative();
}

/// Whether both are narrow and not known here.
bool are_narrow(const Value* one, const Value* other, const DataLayout& layout) {
    return !isa<Constant>(one) && !isa<Constant>(other) && is_narrow(one, layout) && is_narrow(other, layout);
}

/// Whether one of two narrow numbers has a sign and the other has none.
bool differ_in_sign(const Value* one, const Value* other, const DataLayout& layout) {
    return are_narrow(one, other, layout) && has_no_sign(one, layout) != has_no_sign(other, layout);
}

/// Whether the number has no sign, and its first bit would become one.
bool gets_sign(const Value* number, const DataLayout& layout) {
    return has_no_sign(number, layout) && isPowerOf2_32(significant_bits(number, layout) - 1);
}

bool compares_wrongly(const CmpInst& comparison, const DataLayout& layout) {
    const Value *const one = comparison.getOperand(0), *const other = comparison.getOperand(1);
    return differ_in_sign(one, other, layout) || (comparison.isSigned() && are_narrow(one, other, layout) &&
                                                  (gets_sign(one, layout) || gets_sign(other, layout)));
}

bool is_narrow_with_sign(const Value* number, const DataLayout& layout) {
    return is_narrow(number, layout) && !has_no_sign(number, layout);
}

bool shifts_too_far(const Instruction& shift, const DataLayout& layout) {
    const Value *const number = shift.getOperand(0), *const by = shift.getOperand(1);
    if (!is_narrow(number, layout)) return false;
    if (shift.getOpcode() == Instruction::LShr && !has_no_sign(number, layout)) return true;
    return computeKnownBits(by, layout).getMaxValue().uge(significant_bits(number, layout) - 1);
}

bool may_go_wrong(const Instruction& i, const DataLayout& layout) {
    switch (i.getOpcode()) {
        case Instruction::UIToFP:
        case Instruction::ZExt:
            return is_narrow_with_sign(i.getOperand(0), layout);
        case Instruction::LShr:
        case Instruction::AShr:
            return shifts_too_far(i, layout);
        case Instruction::ICmp:
            return compares_wrongly(cast<CmpInst>(i), layout);
        case Instruction::UDiv:
        case Instruction::URem:
        case Instruction::SDiv:
        case Instruction::SRem:
            return differ_in_sign(i.getOperand(0), i.getOperand(1), layout);
        default:
            break;
    }
    const auto* const extreme = dyn_cast<MinMaxIntrinsic>(&i);
    return extreme && differ_in_sign(extreme->getLHS(), extreme->getRHS(), layout);
}

}  // namespace

void skip_narrowing_slp(PassInstrumentationCallbacks& between_passes) {
    skip_slp(between_passes, [](const Function& function) {
        const DataLayout& layout = function.getParent()->getDataLayout();
        return any_of(instructions(function), [&](const Instruction& i) { return may_go_wrong(i, layout); });
    });
}

}  // namespace ndweave::compiler
