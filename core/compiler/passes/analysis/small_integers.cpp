#include "compiler/passes/analysis/small_integers.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

static ConstantRange known_bits(Value& v, const DataLayout& layout, bool as_signed) {
    return ConstantRange::fromKnownBits(computeKnownBits(&v, layout), as_signed);
}

/// The summands of `sum`, through sums of sums.
static void add_terms(Value& sum, SmallVectorImpl<Value*>& terms) {
    Value *left, *right;
    if (terms.size() < 16 && match(&sum, m_Add(m_Value(left), m_Value(right)))) {
        add_terms(*left, terms);
        add_terms(*right, terms);
    } else {
        terms.push_back(&sum);
    }
}

/// c where `rest` is c - part for every `part` up to c, which LLVM also writes as part ^ c where c is 2^k - 1.
static const APInt* complement(Value& part, Value& rest) {
    const APInt* whole;
    if (match(&rest, m_Sub(m_APInt(whole), m_Specific(&part)))) return whole;
    if (match(&rest, m_Xor(m_Specific(&part), m_APInt(whole))) && whole->isMask()) return whole;
    return nullptr;
}

bool integer_ranges::fits_signed(Value& v, unsigned bits) {
    const ConstantRange range = of(v);
    return range.getSignedMin().getSignificantBits() <= bits && range.getSignedMax().getSignificantBits() <= bits;
}

ConstantRange integer_ranges::of(Value& v) {
    if (const auto found = known_.find(&v); found != known_.end()) return found->second;
    const ConstantRange range = compute(v);
    known_.try_emplace(&v, range);
    return range;
}

ConstantRange integer_ranges::compute(Value& v) {
    const unsigned bits = v.getType()->getIntegerBitWidth();
    if (const auto* constant = dyn_cast<ConstantInt>(&v)) return ConstantRange(constant->getValue());
    auto* i = dyn_cast<Instruction>(&v);
    if (!i) return ConstantRange::getFull(bits);
    const DataLayout& layout = i->getDataLayout();
    if (!loop_.contains(i)) return known_bits(v, layout, false);
    if (isa<ZExtInst, SExtInst>(i)) {
        return known_bits(*i->getOperand(0), layout, isa<SExtInst>(i)).castOp(cast<CastInst>(i)->getOpcode(), bits);
    }
    return of_operation(*i);
}

ConstantRange integer_ranges::of_operation(Instruction& i) {
    if (i.getOpcode() == Instruction::Add) return of_sum(i);
    const APInt* distance;
    if (match(&i, m_Shl(m_Value(), m_APInt(distance))) && distance->ult(distance->getBitWidth())) {
        // ConstantRange gives up on shifts of negative numbers.
        const unsigned bits = distance->getBitWidth();
        return of(*i.getOperand(0)).multiply(ConstantRange(APInt::getOneBitSet(bits, distance->getZExtValue())));
    }
    if (auto* operation = dyn_cast<BinaryOperator>(&i)) {
        return of(*i.getOperand(0)).binaryOp(operation->getOpcode(), of(*i.getOperand(1)));
    }
    if (auto* choice = dyn_cast<SelectInst>(&i)) {
        return of(*choice->getTrueValue()).unionWith(of(*choice->getFalseValue()));
    }
    auto* call = dyn_cast<IntrinsicInst>(&i);
    if (!call || !ConstantRange::isIntrinsicSupported(call->getIntrinsicID())) {
        return ConstantRange::getFull(i.getType()->getIntegerBitWidth());
    }
    SmallVector<ConstantRange, 2> operands;
    for (Value* operand : call->args()) operands.push_back(of(*operand));
    return ConstantRange::intrinsic(call->getIntrinsicID(), operands);
}

/// The range of a + b where that is x * part + y * (whole - part), which lies between x * whole and y * whole; the
/// ranges of the two products do not say so.
std::optional<ConstantRange> integer_ranges::of_mixture(Value& a, Value& b) {
    if (!match(&a, m_Mul(m_Value(), m_Value())) || !match(&b, m_Mul(m_Value(), m_Value()))) return std::nullopt;
    auto &first = cast<Operator>(a), &second = cast<Operator>(b);
    for (const unsigned which : {0, 1, 2, 3}) {
        Value &part = *first.getOperand(which & 1), &x = *first.getOperand(~which & 1);
        Value &rest = *second.getOperand(which >> 1), &y = *second.getOperand(~which >> 1 & 1);
        const APInt* const whole = complement(part, rest);
        if (!whole || of(part).getUnsignedMax().ugt(*whole)) continue;
        bool overflows = false;
        const APInt most = APIntOps::umax(of(x).getUnsignedMax(), of(y).getUnsignedMax()).umul_ov(*whole, overflows);
        if (!overflows) return ConstantRange::getNonEmpty(APInt::getZero(most.getBitWidth()), most + 1);
    }
    return std::nullopt;
}

ConstantRange integer_ranges::of_sum(Instruction& i) {
    SmallVector<Value*, 8> terms;
    add_terms(i, terms);
    ConstantRange sum(APInt::getZero(i.getType()->getIntegerBitWidth()));
    while (!terms.empty()) {
        Value& term = *terms.pop_back_val();
        std::optional<ConstantRange> mixture;
        for (Value*& other : terms) {
            mixture = of_mixture(term, *other);
            if (!mixture) mixture = of_mixture(*other, term);
            if (!mixture) continue;
            terms.erase(&other);
            break;
        }
        sum = sum.add(mixture ? *mixture : of(term));
    }
    return sum;
}

}  // namespace ndweave::compiler
