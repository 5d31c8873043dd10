#include "compiler/passes/work_items/strips.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/regions/implicit_barriers.hpp"
#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

using namespace llvm;

constexpr unsigned long_operation = 4;  // a division or a call, in operations

/// The largest divisor of `range` up to `most`.
static std::uint32_t part_of(std::uint32_t range, std::uint32_t most) {
    std::uint32_t part = std::min(range, most);
    while (range % part != 0) --part;
    return part;
}

/// The shape of strips of at most `most` work-items: `group`'s where that has none.
static group_shape shape_of_strip(const group_shape& group, std::uint32_t most) {
    group_shape strip = group;
    std::uint32_t left = most, items = 1;
    for (std::uint32_t& range : strip.range) {
        const std::uint32_t whole = range;
        range = group.partial ? std::min(whole, left) : part_of(whole, left);
        items *= range;
        left = range == whole ? left / whole : 1;
    }
    return 2 * items > most ? strip : group;
}

static void count_from_strip(Function& kernel, const group_shape& group, const group_shape& strip) {
    Value* first[3] = {};
    for (CallInst* call : calls_of(kernel, builtin::local_id)) {
        const unsigned axis = *constant_axis(*call);
        const std::uint32_t whole = group.range[axis], part = strip.range[axis];
        if (whole == part) continue;
        if (first[axis] == nullptr) {
            IRBuilder<> prologue(kernel.getEntryBlock().getTerminator());
            CallInst* made =
                call_builtin(prologue, builtin::strip_first, prologue.getInt32Ty(), {prologue.getInt32(axis)});
            made->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, whole - part + 1)));
            first[axis] = made;
        }
        IRBuilder<> at(call);
        Value* in_strip = at.getInt32(0);
        if (part > 1) {
            auto* id = cast<CallInst>(call->clone());
            at.Insert(id, call->getName());
            id->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, part)));
            in_strip = id;
        }
        call->replaceAllUsesWith(at.CreateAdd(first[axis], in_strip, "", true, true));
        call->eraseFromParent();
    }
}

static void lower_id_ends(Function& kernel, const group_shape& group, const group_shape& strip) {
    const auto lower = [&](StringRef name, auto make) {
        for (CallInst* call : calls_of(kernel, name)) {
            IRBuilder<> at(call);
            call->replaceAllUsesWith(make(at, *constant_axis(*call)));
            call->eraseFromParent();
        }
    };
    const auto first = [&](IRBuilder<>& at, unsigned axis) -> Value* {
        if (group.partial || group.range[axis] == strip.range[axis]) return at.getInt32(0);
        return call_builtin(at, builtin::strip_first, at.getInt32Ty(), {at.getInt32(axis)});
    };
    lower(builtin::first_id, first);
    lower(builtin::last_id, [&](IRBuilder<>& at, unsigned axis) {
        Value* items = at.getInt32(strip.range[axis]);
        if (group.partial) items = call_builtin(at, builtin::extent, at.getInt32Ty(), {at.getInt32(axis)});
        return at.CreateAdd(first(at, axis), at.CreateSub(items, at.getInt32(1)));
    });
}

/// An iteration of the shortest innermost loop under a mask: operations, of which what takes long counts as several,
/// and bits of its widest real numbers.
struct iteration_size {
    unsigned operations = 0, bits = 32;
};

static iteration_size size_of(const Loop& loop) {
    iteration_size size;
    for (const BasicBlock* block : loop.blocks()) {
        for (const Instruction& i : *block) {
            const unsigned code = i.getOpcode();
            const bool divides = code == Instruction::FDiv || code == Instruction::FRem || i.isIntDivRem();
            size.operations +=
                divides || isa<CallInst>(i) ? long_operation : !isa<PHINode, CastInst>(i) && !i.isTerminator();
            if (i.getType()->isDoubleTy()) size.bits = 64;
        }
    }
    return size;
}

static iteration_size size_under_masks(Function& kernel) {
    DominatorTree dominators(kernel);
    const LoopInfo loops(dominators);
    iteration_size least;
    for (CallInst* any : calls_of(kernel, builtin::group_any)) {
        const Loop* loop = loops.getLoopFor(any->getParent());
        if (!loop || !loop->isInnermost()) continue;
        const iteration_size size = size_of(*loop);
        if (least.operations == 0 || size.operations < least.operations) least = size;
    }
    return least;
}

/// Of how many outermost loops under masks, if that matters, a work-item runs one at most: a value of its own selects
/// it by comparisons with constants, as a `switch` does.
static unsigned selected_loops(Function& kernel) {
    DominatorTree dominators(kernel);
    const LoopInfo loops(dominators);
    const auto masked = static_cast<unsigned>(count_if(
        calls_of(kernel, builtin::group_any), [&](CallInst* any) { return !loops.getLoopFor(any->getParent()); }));
    if (masked < host::target_tuning().min_narrow_strip_selected_loops) return 0;
    const uniformity uniform(kernel);
    SmallDenseMap<const Value*, SmallPtrSet<const ConstantInt*, 16>> cases;
    unsigned most = 0;
    for (const Instruction& i : instructions(kernel)) {
        const auto* compare = dyn_cast<ICmpInst>(&i);
        const auto* constant = compare ? dyn_cast<ConstantInt>(compare->getOperand(1)) : nullptr;
        if (!constant || !compare->isEquality() || uniform.is_uniform(*compare)) continue;
        auto& values = cases[compare->getOperand(0)];
        values.insert(constant);
        most = std::max(most, static_cast<unsigned>(values.size()));
    }
    return std::min(masked, most);
}

/// What is kept in check mode is told apart by a work-item's place in the whole group.
static group_shape choose_strip(Function& kernel, const group_shape& group, unsigned wide_items) {
    if (kernel_attributes::of(kernel).check || !calls_of(kernel, builtin::barrier).empty() ||
        !has_convergent_loops(kernel))
        return group;
    const host::tuning& tuned = host::target_tuning();
    const bool masked = !calls_of(kernel, builtin::group_any).empty();
    const iteration_size size = masked ? size_under_masks(kernel) : iteration_size();
    if (size.operations >= tuned.min_narrow_strip_operations ||
        (masked && selected_loops(kernel) >= tuned.min_narrow_strip_selected_loops))
        return shape_of_strip(group, tuned.narrow_strip_bits / size.bits);
    const bool wide =
        wide_items > tuned.strip_items && !masked && words_through_loops(kernel) <= tuned.wide_strip_words;
    return shape_of_strip(group, wide ? wide_items : tuned.strip_items);
}

void divide_into_strips(Function& kernel, unsigned wide_items) {
    if (runs_lanes(kernel)) return lower_id_ends(kernel, group_shape::of(kernel), group_shape::of(kernel));
    const group_shape group = group_shape::of_group(kernel), strip = choose_strip(kernel, group, wide_items);
    if (!group.partial) count_from_strip(kernel, group, strip);
    lower_id_ends(kernel, group, strip);
    if (strip.items() != group.items()) strip.attach_as_strip(kernel);
}

void loop_over_strips(Function& kernel) {
    const group_shape group = group_shape::of_group(kernel), strip = group_shape::of(kernel);
    if (!has_strips(kernel) || group.partial) return;
    BasicBlock& entry = kernel.getEntryBlock();
    SmallVector<ReturnInst*> ends;
    for (BasicBlock& block : kernel) {
        if (auto* end = dyn_cast<ReturnInst>(block.getTerminator())) ends.push_back(end);
    }
    BasicBlock* body = SplitBlock(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    body->setName("strip");
    BasicBlock* latch = BasicBlock::Create(kernel.getContext(), "strip.done", &kernel);
    BasicBlock* done = BasicBlock::Create(kernel.getContext(), "strips.done", &kernel);
    for (ReturnInst* end : ends) {
        BranchInst::Create(latch, end);
        end->eraseFromParent();
    }
    IRBuilder<> at(body, body->begin());
    PHINode* number = at.CreatePHI(at.getInt32Ty(), 2, "number");
    std::uint32_t strips = 1;
    Value* first[3];
    for (unsigned axis = 0; axis < 3; ++axis) {
        const std::uint32_t parts = group.range[axis] / strip.range[axis];
        Value* part = at.CreateURem(at.CreateUDiv(number, at.getInt32(strips)), at.getInt32(parts));
        first[axis] = at.CreateMul(part, at.getInt32(strip.range[axis]), "first", true, true);
        strips *= parts;
    }
    for (CallInst* call : calls_of(kernel, builtin::strip_first)) {
        call->replaceAllUsesWith(first[*constant_axis(*call)]);
        call->eraseFromParent();
    }
    at.SetInsertPoint(latch);
    Value* next = at.CreateAdd(number, at.getInt32(1), "next", true, true);
    at.CreateCondBr(at.CreateICmpULT(next, at.getInt32(strips)), body, done);
    number->addIncoming(at.getInt32(0), &entry);
    number->addIncoming(next, latch);
    ReturnInst::Create(kernel.getContext(), done);
}

}  // namespace ndweave::compiler
