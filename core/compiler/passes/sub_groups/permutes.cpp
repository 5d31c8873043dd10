#include "compiler/passes/sub_groups/permutes.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/work_items/group_invariants.hpp"
#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// What an expression is in one lane, where that follows from the lane's number.
class lane_expression {
public:
    lane_expression(std::uint32_t lane, const DataLayout& layout) : lane_(lane), layout_(layout) {}

    Constant* value_of(Value& value) {
        if (auto* constant = dyn_cast<Constant>(&value)) return constant;
        auto* i = dyn_cast<Instruction>(&value);
        if (i == nullptr) return nullptr;
        const auto [known, is_new] = known_.try_emplace(i, nullptr);
        if (!is_new) return known->second;
        Constant* const made = fold(*i);
        return known_[i] = made;
    }

private:
    Constant* fold(Instruction& i) {
        if (calls(i, builtin::local_id)) return ConstantInt::get(i.getType(), lane_);
        const bool plain = isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(i) ||
                           (isa<IntrinsicInst>(i) && !i.mayReadOrWriteMemory());
        if (!plain) return nullptr;
        if (isa<FreezeInst>(i)) return value_of(*i.getOperand(0));
        SmallVector<Constant*> operands;
        for (Value* operand : i.operands()) {
            Constant* const constant = value_of(*operand);
            if (constant == nullptr) return nullptr;
            operands.push_back(constant);
        }
        if (auto* compare = dyn_cast<CmpInst>(&i))
            return ConstantFoldCompareInstOperands(compare->getPredicate(), operands[0], operands[1], layout_);
        return ConstantFoldInstOperands(&i, operands, layout_);
    }

    std::uint32_t lane_;
    const DataLayout& layout_;
    DenseMap<const Instruction*, Constant*> known_;
};

/// The lane that each of `size` lanes asks; none where that is not known.
std::optional<SmallVector<std::uint32_t>> lanes_asked(Value& lane, std::uint32_t size, const DataLayout& layout) {
    SmallVector<std::uint32_t> asked;
    for (std::uint32_t own = 0; own < size; ++own) {
        const auto* const other = dyn_cast_or_null<ConstantInt>(lane_expression(own, layout).value_of(lane));
        if (other == nullptr) return std::nullopt;
        asked.push_back(static_cast<std::uint32_t>(other->getZExtValue() % size));
    }
    return asked;
}

StringRef permute_for(const CallInst& shuffle) {
    const bool is_word = shuffle.getType()->isIntegerTy(32);
    if (is_of_members(shuffle)) return is_word ? builtin::members_permute_u32 : builtin::members_permute_u64;
    return is_word ? builtin::permute_u32 : builtin::permute_u64;
}

/// Who takes part in shuffles and barriers is of interest to check mode only.
void forget_members(Function& kernel) {
    for (Instruction& i : instructions(kernel)) {
        auto* const call = dyn_cast<CallInst>(&i);
        if (call == nullptr || members_of(*call) == nullptr || calls(i, builtin::members_ballot)) continue;
        call->setArgOperand(call->arg_size() - 1, ConstantInt::get(Type::getInt64Ty(kernel.getContext()), 0));
    }
}

}  // namespace

unsigned choose_permutes(Function& kernel) {
    if (!kernel_attributes::of(kernel).check) forget_members(kernel);
    SmallVector<CallInst*> shuffles;
    for (Instruction& i : instructions(kernel)) {
        if (is_exchange(i) && !is_permute(i) && !calls(i, builtin::members_ballot))
            shuffles.push_back(cast<CallInst>(&i));
    }
    if (shuffles.empty()) return 0;
    const uniformity values(kernel);
    const std::uint32_t size = kernel_attributes::of(kernel).sub_group_size;
    const bool vectors = has_lane_vectors(kernel);
    unsigned gone = 0;
    const auto replace = [&](CallInst& call, Value& by) {
        call.replaceAllUsesWith(&by);
        call.eraseFromParent();
        ++gone;
    };
    for (CallInst* call : shuffles) {
        Value& value = *call->getArgOperand(0);
        const bool is_same = values.is_converged(*call->getParent()) && values.is_uniform(value);
        if (size == 1 || is_same || is_group_invariant(value)) {
            replace(*call, value);
            continue;
        }
        if (!vectors) continue;
        const auto lanes = lanes_asked(*call->getArgOperand(1), size, kernel.getDataLayout());
        if (!lanes) continue;
        IRBuilder<> at(call);
        SmallVector<Value*> operands{&value,
                                     ConstantDataVector::get(kernel.getContext(), ArrayRef<std::uint32_t>(*lanes))};
        if (Value* const members = members_of(*call)) operands.push_back(members);
        CallInst* const permute = call_builtin(at, permute_for(*call), value.getType(), operands);
        permute->setConvergent();
        replace(*call, *permute);
    }
    return gone;
}

}  // namespace ndweave::compiler
