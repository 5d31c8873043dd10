#include "compiler/passes/analysis/affine_ids.hpp"

#include <cassert>

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

using coefficients = affine_ids::coefficients;

std::optional<coefficients> sum(const std::optional<coefficients>& a, const std::optional<coefficients>& b,
                                std::int64_t times = 1) {
    if (!a || !b) return std::nullopt;
    coefficients made;
    for (unsigned axis = 0; axis < 3; ++axis) {
        std::int64_t part = 0;
        if (MulOverflow((*b)[axis], times, part) || AddOverflow((*a)[axis], part, made[axis])) return std::nullopt;
    }
    return made;
}

std::optional<std::int64_t> small_constant(const Value& value) {
    const auto* constant = dyn_cast<ConstantInt>(&value);
    if (!constant || !constant->getValue().isSignedIntN(32)) return std::nullopt;
    return constant->getSExtValue();
}

/// The sum's two terms and what the second one is multiplied by.
struct terms {
    const Value *first = nullptr, *second = nullptr;
    std::int64_t times = 1;
};

std::optional<terms> terms_of(const Instruction& i) {
    const auto constant = i.getNumOperands() == 2 ? small_constant(*i.getOperand(1)) : std::nullopt;
    switch (i.getOpcode()) {
        case Instruction::Add:
            return terms{i.getOperand(0), i.getOperand(1)};
        case Instruction::Or:
            if (!cast<PossiblyDisjointInst>(i).isDisjoint()) return std::nullopt;
            return terms{i.getOperand(0), i.getOperand(1)};
        case Instruction::Sub:
            return terms{i.getOperand(0), i.getOperand(1), -1};
        case Instruction::Mul:
            if (!constant) return std::nullopt;
            return terms{nullptr, i.getOperand(0), *constant};
        case Instruction::Shl:
            if (!constant || *constant < 0 || *constant > 30) return std::nullopt;
            return terms{nullptr, i.getOperand(0), std::int64_t{1} << *constant};
        default:
            return std::nullopt;
    }
}

}  // namespace

/// Whether the value is the same sum in every wider type.
bool affine_ids::extends_exactly(const Value& value, bool is_signed) const {
    if (values_.is_uniform(value) || calls(value, builtin::local_id)) return true;
    const auto* sum = dyn_cast<BinaryOperator>(&value);
    if (!sum) return false;
    const auto* flags = dyn_cast<OverflowingBinaryOperator>(sum);
    const auto* bits = dyn_cast<PossiblyDisjointInst>(sum);
    if (!flags && !(bits && bits->isDisjoint())) return false;
    if (flags && !(is_signed ? flags->hasNoSignedWrap() : flags->hasNoUnsignedWrap())) return false;
    return all_of(sum->operands(), [&](const Value* operand) { return extends_exactly(*operand, is_signed); });
}

std::optional<coefficients> affine_ids::of(const Value& value) const {
    if (const auto found = known_.find(&value); found != known_.end()) return found->second;
    if (values_.is_uniform(value)) return coefficients{};
    const auto* i = dyn_cast<Instruction>(&value);
    if (!i || isa<PHINode>(i)) return std::nullopt;
    if (calls(*i, builtin::local_id)) {
        coefficients one{};
        one[*constant_axis(cast<CallInst>(*i))] = 1;
        return one;
    }
    if (isa<TruncInst>(i)) return of(*i->getOperand(0));
    if (isa<ZExtInst, SExtInst>(i)) {
        const Value& narrow = *i->getOperand(0);
        if (wide_ == extensions::proven && !extends_exactly(narrow, isa<SExtInst>(i))) return std::nullopt;
        return of(narrow);
    }
    if (const auto* address = dyn_cast<GetElementPtrInst>(i)) {
        std::optional<coefficients> all = of(*address->getPointerOperand());
        for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
            if (isa<Constant>(step.getOperand())) continue;
            const TypeSize bytes = step.getSequentialElementStride(i->getDataLayout());
            all = sum(all, of(*step.getOperand()), static_cast<std::int64_t>(bytes.getFixedValue()));
        }
        return all;
    }
    const auto parts = terms_of(*i);
    if (!parts) return std::nullopt;
    return sum(parts->first ? of(*parts->first) : coefficients{}, of(*parts->second), parts->times);
}

static std::optional<std::uint64_t> largest_id(const Function& kernel, unsigned axis) {
    for (const BasicBlock& block : kernel) {
        for (const Instruction& i : block) {
            if (!calls(i, builtin::local_id) || *constant_axis(cast<CallInst>(i)) != axis) continue;
            const auto range = cast<CallInst>(i).getRange();
            if (!range) return std::nullopt;
            return range->getUnsignedMax().getZExtValue();
        }
    }
    return 0;
}

std::optional<std::uint64_t> affine_ids::span(const Value& value) const {
    const auto all = of(value);
    const auto* i = dyn_cast<Instruction>(&value);
    if (!all || !i) return std::nullopt;
    std::uint64_t apart = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
        if ((*all)[axis] == 0) continue;
        const auto most = largest_id(*i->getFunction(), axis);
        const bool near = isInt<32>((*all)[axis]);
        if (!most || !near) return std::nullopt;
        apart += *most * static_cast<std::uint64_t>(std::abs((*all)[axis]));
    }
    return apart;
}

Value* affine_ids::at_end(IRBuilder<>& at, Value& value, bool last) const {
    if (values_.is_uniform(value)) return &value;
    auto& i = cast<Instruction>(value);
    if (calls(i, builtin::local_id)) {
        IRBuilder<> prologue(i.getFunction()->getEntryBlock().getTerminator());
        return call_builtin(prologue, last ? builtin::last_id : builtin::first_id, prologue.getInt32Ty(),
                            {cast<CallInst>(i).getArgOperand(0)});
    }
    assert((isa<BinaryOperator, CastInst, GetElementPtrInst>(i)) && "not a sum of ids");
    Instruction* made = i.clone();
    for (Use& operand : made->operands()) operand.set(at_end(at, *operand, last));
    return at.Insert(made);
}

}  // namespace ndweave::compiler
