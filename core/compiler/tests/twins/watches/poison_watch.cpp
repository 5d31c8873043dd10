#include "poison_watch.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include "claim_broken.hpp"
#include "compiler/tests/random/interpreter/interpreted_operations.hpp"
#include "flag_violations.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

constexpr std::uint64_t all_bits = ~std::uint64_t{0};

unsigned lanes_of(const Type& type) {
    const auto* vector = dyn_cast<FixedVectorType>(&type);
    return vector ? vector->getNumElements() : 1;
}

unsigned lane_bits(const Type& type) {
    return type.isPtrOrPtrVectorTy() ? 64 : std::max(1u, static_cast<unsigned>(type.getScalarSizeInBits()));
}

std::uint64_t lane_mask(const Type& type, unsigned lane) {
    const unsigned bits = lane_bits(type);
    return maskTrailingOnes<std::uint64_t>(bits) << (lane * bits);
}

/// Elements of `type` with a bit in `bits` as a whole.
std::uint64_t whole_elements(const Type& type, std::uint64_t bits) {
    std::uint64_t all = 0;
    for (unsigned lane = 0; lane < lanes_of(type); ++lane) {
        if (bits & lane_mask(type, lane)) all |= lane_mask(type, lane);
    }
    return all;
}

/// The elements whose flags do not hold.
std::uint64_t violated(const running_item& item, const Instruction& i) {
    const Type& from = *i.getOperand(0)->getType();
    if (!from.isIntOrIntVectorTy() || !i.getType()->isIntOrIntVectorTy()) return 0;
    const unsigned bits = lane_bits(from);
    std::uint64_t all = 0;
    for (unsigned lane = 0; lane < lanes_of(from); ++lane) {
        const auto part = [&](unsigned n) {
            const bool there = n < i.getNumOperands() && i.getOperand(n)->getType()->isIntOrIntVectorTy();
            if (!there) return APInt(bits, 0);
            const bool whole = i.getOperand(n)->getType() != &from;  // a flag beside a vector
            const std::uint64_t value = item.value(*i.getOperand(n));
            return APInt(bits, whole ? value : value >> (lane * bits) & maskTrailingOnes<std::uint64_t>(bits));
        };
        if (violates_flags(i, part(0), part(1))) all |= lane_mask(*i.getType(), lane);
    }
    return all;
}

/// Whether the offset that is added to the pointer overflows where it must not.
bool wraps_around(const running_item& item, const GetElementPtrInst& address) {
    if (!address.hasNoUnsignedSignedWrap() && !address.hasNoUnsignedWrap()) return false;
    const DataLayout& layout = address.getDataLayout();
    APInt offset(64, 0);
    bool over = false;
    for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
        const std::uint64_t index = item.value(*step.getOperand());
        bool product = false, sum = false;
        APInt part(64, 0);
        if (StructType* type = step.getStructTypeOrNull()) {
            part = layout.getStructLayout(type)->getElementOffset(static_cast<unsigned>(index));
        } else {
            const unsigned bits = step.getOperand()->getType()->getIntegerBitWidth();
            const auto wide = static_cast<std::uint64_t>(SignExtend64(index, bits));
            part = APInt(64, wide).smul_ov(APInt(64, step.getSequentialElementStride(layout).getFixedValue()), product);
        }
        offset = offset.sadd_ov(part, sum);
        over |= product || sum;
    }
    const APInt base(64, item.value(*address.getPointerOperand()));
    bool past = false;
    if (address.hasNoUnsignedWrap()) (void)base.uadd_ov(offset, past);
    // An object lies in one half of the address space: base and sum, without sign, and the offset, with one.
    const bool crosses = address.isInBounds() && (base + offset).isNegative();
    return over || past || crosses;
}

}  // namespace

std::uint64_t poison_watch::bits(const running_item& item, const Value& value) const {
    if (isa<UndefValue>(value)) return all_bits;
    if (const auto* constant = dyn_cast<Constant>(&value)) {
        std::uint64_t all = 0;
        for (unsigned lane = 0; value.getType()->isVectorTy() && lane < lanes_of(*value.getType()); ++lane) {
            const Constant* one = constant->getAggregateElement(lane);
            if (one && isa<UndefValue>(one)) all |= lane_mask(*value.getType(), lane);
        }
        return all;
    }
    return poison_[item.number()].lookup(&value);
}

void poison_watch::set(const running_item& item, const Instruction& i, std::uint64_t bits) {
    auto& of = poison_[item.number()];
    if (bits != 0) {
        of[&i] = bits;
    } else {
        of.erase(&i);
    }
}

/// PHIs change at once.
void poison_watch::enters(const running_item& item, const BasicBlock* from, const BasicBlock& to) {
    SmallVector<std::uint64_t> chosen;
    for (const PHINode& phi : to.phis()) chosen.push_back(bits(item, *phi.getIncomingValueForBlock(from)));
    for (const auto& [phi, one] : zip(to.phis(), chosen)) set(item, phi, one);
}

void poison_watch::refuse_poison(const running_item& item, const Instruction& user, const Value& used) const {
    if (!is_poison(item, used)) return;
    std::string name;
    raw_string_ostream(name) << used;
    throw claim_broken("poison", user,
                       "uses " + name + ", which work-item " + std::to_string(item.number()) +
                           " must not have: a flag or a range does not hold");
}

void poison_watch::executes(const running_item& item, const Instruction& i) {
    if (const Value* pointer = getLoadStorePointerOperand(&i)) return refuse_poison(item, i, *pointer);
    if (i.isIntDivRem()) {
        refuse_poison(item, i, *i.getOperand(1));
        const std::uint64_t by = item.value(*i.getOperand(1));
        if (!i.getType()->isVectorTy() && by == 0)
            throw claim_broken("division", i, "divides by 0 for work-item " + std::to_string(item.number()));
        return;
    }
    if (const auto* branch = dyn_cast<BranchInst>(&i); branch && branch->isConditional())
        return refuse_poison(item, i, *branch->getCondition());
    if (const auto* choice = dyn_cast<SwitchInst>(&i)) return refuse_poison(item, i, *choice->getCondition());
    if (isa<UnreachableInst>(i)) throw claim_broken("control flow", i, "is reached");
    if (const auto* assumed = dyn_cast<AssumeInst>(&i)) {
        if (item.value(*assumed->getArgOperand(0)) == 0) throw claim_broken("assumption", i, "does not hold");
        return;
    }
    if (isa<AtomicRMWInst, MemIntrinsic>(i)) {
        for (const Value* operand : i.operand_values()) {
            if (!isa<Function>(operand)) refuse_poison(item, i, *operand);
        }
    }
}

std::uint64_t poison_watch::passed_on(const running_item& item, const Instruction& i) const {
    const auto of = [&](unsigned n) { return bits(item, *i.getOperand(n)); };
    const Type& type = *i.getType();
    if (isa<FreezeInst, LoadInst, AllocaInst, AtomicRMWInst>(i)) return 0;
    if (isa<SelectInst>(i)) return of(0) ? all_bits : of(item.value(*i.getOperand(0)) ? 1 : 2);
    if (isa<InsertElementInst>(i)) return with_element(type, of(0), of(1) ? all_bits : 0, item.value(*i.getOperand(2)));
    if (isa<ExtractElementInst>(i)) return element(*i.getOperand(0)->getType(), of(0), item.value(*i.getOperand(1)));
    if (const auto* shuffle = dyn_cast<ShuffleVectorInst>(&i)) {
        std::uint64_t all = apply(*shuffle, of(0), of(1));
        for (unsigned lane = 0; lane < lanes_of(type); ++lane) {
            if (shuffle->getMaskValue(lane) < 0) all |= lane_mask(type, lane);
        }
        return all;
    }
    std::uint64_t all = 0;
    for (const Value* operand : i.operand_values()) {
        if (!isa<Function, BasicBlock>(operand)) all |= bits(item, *operand);
    }
    const bool by_elements = type.isVectorTy() && (isa<BinaryOperator, IntrinsicInst>(i) || isa<BitCastInst>(i));
    return all == 0 ? 0 : by_elements ? whole_elements(type, all) : all_bits;
}

std::uint64_t poison_watch::made_by(const running_item& item, const Instruction& i, std::uint64_t value) const {
    if (violates_facts(i, value)) return all_bits;
    if (const auto* address = dyn_cast<GetElementPtrInst>(&i)) return wraps_around(item, *address) ? all_bits : 0;
    return isa<BinaryOperator, CastInst, IntrinsicInst>(i) ? violated(item, i) : 0;
}

void poison_watch::computes(const running_item& item, const Instruction& i, std::uint64_t value) {
    if (isa<PHINode>(i)) return;
    const std::uint64_t given = passed_on(item, i);
    const std::uint64_t all = given | (given == all_bits ? 0 : made_by(item, i, value));
    set(item, i, all == 0 ? 0 : whole_elements(*i.getType(), all));
}

}  // namespace ndweave::compiler::testing
