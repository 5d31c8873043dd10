#include "compiler/passes/work_items/masks/maskable_loops.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/analysis/affine_ids.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/regions/implicit_barriers.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_convergent(const Loop& loop, const uniformity& values) {
    SmallVector<BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return values.is_converged(*loop.getHeader()) &&
           all_of(exiting, [&](BasicBlock* block) { return values.has_uniform_branch(*block); });
}

/// What the loop's number begins with, where it counts alike for all work-items: under a mask it counts on for all, and
/// addresses that were side by side stay so (separate_uniform_steps). Null for other values that the loop carries.
const Value* start_of_count(const Loop& loop, const PHINode& number, const uniformity& values) {
    if (number.getParent() != loop.getHeader() || !loop.getLoopPreheader() || !loop.getLoopLatch()) return nullptr;
    const Value* step = nullptr;
    const Value* const next = number.getIncomingValueForBlock(loop.getLoopLatch());
    if (!match(next, m_c_Add(m_Specific(&number), m_Value(step))) || !values.is_uniform(*step)) return nullptr;
    return number.getIncomingValueForBlock(loop.getLoopPreheader());
}

/// Whether an access of the loop is a gather, which no vector makes faster: its address follows from memory, in the
/// loop or before it, or from what the loop carries for each work-item.
bool is_gather(const Loop& loop, const Instruction& access, const uniformity& values) {
    SetVector<const Value*> address;
    if (const Value* pointer = getLoadStorePointerOperand(&access)) address.insert(pointer);
    for (unsigned i = 0; i < address.size(); ++i) {
        const auto* part = dyn_cast<Instruction>(address[i]);
        if (!part || values.is_uniform(*part)) continue;
        if (isa<LoadInst>(part)) return true;
        if (const auto* number = dyn_cast<PHINode>(part); number && loop.contains(part)) {
            const Value* const start = start_of_count(loop, *number, values);
            if (!start) return true;
            address.insert(start);
            continue;
        }
        address.insert(part->op_begin(), part->op_end());
    }
    return false;
}

/// Whether work-items' addresses are their own and in no order that vectors know. Private arrays have a work-item's
/// elements beside the others'.
bool lies_anywhere(const Value& address, const uniformity& values, const affine_ids& ids) {
    return !values.is_uniform(address) && !isa<AllocaInst>(getUnderlyingObject(&address)) && !ids.of(address);
}

/// Whether an access of less than 32 bits, of which there are no gathers, may lie anywhere: LLVM would make a branch of
/// each work-item's part.
bool is_narrow_gather(Instruction& access, const uniformity& values, const affine_ids& ids) {
    const Value* address = getLoadStorePointerOperand(&access);
    return address && access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue() < 4 &&
           lies_anywhere(*address, values, ids);
}

/// Whether an access is a scatter, which costs more than what a vector gains around it: a store into rows of the
/// work-items' own, as `p[id * n + k]`.
bool is_scatter(const Instruction& access, const uniformity& values, const affine_ids& ids) {
    const auto* store = dyn_cast<StoreInst>(&access);
    return store && lies_anywhere(*store->getPointerOperand(), values, ids);
}

/// Whether `value` is arithmetic on ids.
bool follows_from_ids(const Value& value, const uniformity& values) {
    SetVector<const Value*> parts;
    parts.insert(&value);
    for (unsigned k = 0; k < parts.size(); ++k) {
        const auto* part = dyn_cast<Instruction>(parts[k]);
        if (!part || values.is_uniform(*part) || calls(*part, builtin::local_id) || calls(*part, builtin::linear_id))
            continue;
        if (!isa<BinaryOperator, CastInst>(part)) return false;
        parts.insert(part->op_begin(), part->op_end());
    }
    return true;
}

/// Whether `condition`, or its opposite where `holds` is false, holds for a single id: `id == 0`.
bool is_id_equality(Value* condition, bool holds, const uniformity& values) {
    Value *one = nullptr, *other = nullptr;
    if (holds ? match(condition, m_LogicalAnd(m_Value(one), m_Value(other)))
              : match(condition, m_LogicalOr(m_Value(one), m_Value(other))))
        return is_id_equality(one, holds, values) || is_id_equality(other, holds, values);
    const auto* compare = dyn_cast<ICmpInst>(condition);
    if (!compare || compare->getPredicate() != (holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE)) return false;
    one = compare->getOperand(0), other = compare->getOperand(1);
    if (values.is_uniform(*one)) std::swap(one, other);
    return values.is_uniform(*other) && !values.is_uniform(*one) && follows_from_ids(*one, values);
}

/// Whether the loop is one work-item's, as the leader's in a group algorithm: all others would only wait for it.
bool is_single_item_loop(const Loop& loop, const uniformity& values) {
    const auto* node = values.dominators().getNode(loop.getHeader());
    for (; !values.is_converged(*node->getBlock()); node = node->getIDom()) {
        const BasicBlock* before = node->getIDom()->getBlock();
        const auto* branch = dyn_cast<BranchInst>(before->getTerminator());
        if (!branch || !branch->isConditional()) continue;
        for (const unsigned way : {0u, 1u}) {
            const BasicBlockEdge edge(before, branch->getSuccessor(way));
            if (values.dominators().dominates(edge, node->getBlock()) &&
                is_id_equality(branch->getCondition(), way == 0, values))
                return true;
        }
    }
    return false;
}

/// Whether `begin` is what is left of a window that lies far from those of the next work-items: `max(0, id * 184 - n)`.
bool begins_in_window(const Value& begin, const affine_ids& ids) {
    SetVector<const Value*> parts;
    parts.insert(&begin);
    for (unsigned k = 0; k < parts.size(); ++k) {
        const auto* part = dyn_cast<Instruction>(parts[k]);
        if (!part || !isa<PHINode, CastInst, MinMaxIntrinsic>(part)) continue;
        for (const Value* operand : part->operand_values()) {
            const auto of = isa<MinMaxIntrinsic>(part) ? ids.of(*operand) : std::nullopt;
            if (of && any_of(*of, [](std::int64_t n) { return std::abs(n) >= host::target_tuning().min_window_step; }))
                return true;
            parts.insert(operand);
        }
    }
    return false;
}

/// Whether each work-item has the loop to itself: few of them take part in it at once.
bool runs_in_windows(const Loop& loop, const uniformity& values, const affine_ids& ids) {
    return any_of(loop.getHeader()->phis(), [&](const PHINode& number) {
        const Value* const begin = start_of_count(loop, number, values);
        return begin && !values.is_uniform(*begin) && begins_in_window(*begin, ids);
    });
}

/// Whether an inner loop runs each time the block does, and longer: what the block costs matters less.
bool is_beside_inner_loop(const Loop& loop, const BasicBlock& block, const LoopInfo& loops) {
    return loops.getLoopFor(&block) == &loop && !loop.isInnermost();
}

}  // namespace

Loop* find_maskable_loop(const LoopInfo& loops, const uniformity& values) {
    const affine_ids ids(values, affine_ids::extensions::assumed), proven(values, affine_ids::extensions::proven);
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (is_convergent(*loop, values) || loop->hasNoExitBlocks() || is_single_item_loop(*loop, values) ||
            runs_in_windows(*loop, values, ids))
            continue;
        const Loop* parent = loop->getParentLoop();
        if (parent && !is_convergent(*parent, values)) continue;
        const auto simple = [&](BasicBlock* block) {
            return all_of(*block, [&](Instruction& i) {
                if (!may_run_under_mask(i) || is_of_members(i)) return false;
                return is_beside_inner_loop(*loop, *block, loops) ||
                       !(is_gather(*loop, i, values) || is_narrow_gather(i, values, proven) ||
                         is_scatter(i, values, ids));
            });
        };
        if (loop->isLoopSimplifyForm() && all_of(loop->blocks(), simple)) return loop;
    }
    return nullptr;
}

}  // namespace ndweave::compiler
