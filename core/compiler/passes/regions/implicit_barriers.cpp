#include "compiler/passes/regions/implicit_barriers.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/passes/analysis/affine_ids.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/regions/region_plan.hpp"
#include "compiler/passes/work_items/group_shape.hpp"
#include "compiler/report/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

bool ends_in(const BasicBlock& block, StringRef name) {
    const Instruction* last = block.getTerminator()->getPrevNode();
    return last && calls(*last, name);
}

bool ends_in_exchange(const BasicBlock& block) {
    const Instruction* last = block.getTerminator()->getPrevNode();
    return last != nullptr && is_exchange(*last);
}

/// Where lanes meet: the operation stands in the region that begins there.
bool meets_at_start(const Instruction& i) { return is_exchange(i) || is_of_members(i); }

head_reason reason_of(const Instruction& operation) {
    return is_of_members(operation) ? head_reason::members : head_reason::sub_group;
}

/// In lockstep all lanes are, everywhere.
bool only_asks_who_is_active(const BasicBlock& block) {
    return none_of(block, [](const Instruction& i) { return meets_at_start(i) && !calls(i, builtin::active_lanes); });
}

/// Whether the value is a sum that may be made in any order: of integers, or as -ffast-math allows.
bool is_free_sum(const PHINode& sum, const Loop& loop) {
    const auto* const next = dyn_cast<BinaryOperator>(sum.getIncomingValueForBlock(loop.getLoopLatch()));
    if (next == nullptr || !is_contained(next->operands(), &sum)) return false;
    return next->getOpcode() == Instruction::Add || (next->getOpcode() == Instruction::FAdd && next->hasAllowReassoc());
}

/// Whether the address goes along a row of the work-item's own, an element further in each iteration; the work-items'
/// rows are not beside each other.
bool is_row(const Value& address, Type& element, const Loop& loop, const affine_ids& ids) {
    const auto* const at = dyn_cast<GetElementPtrInst>(&address);
    if (at == nullptr || at->getNumIndices() != 1 || !loop.isLoopInvariant(at->getPointerOperand())) return false;
    const DataLayout& layout = loop.getHeader()->getDataLayout();
    if (layout.getTypeAllocSize(at->getSourceElementType()) != layout.getTypeAllocSize(&element)) return false;
    const auto* const counter = dyn_cast<PHINode>(at->getOperand(1));
    if (counter == nullptr || counter->getParent() != loop.getHeader()) return false;
    return PatternMatch::match(counter->getIncomingValueForBlock(loop.getLoopLatch()),
                               PatternMatch::m_Add(PatternMatch::m_Specific(counter), PatternMatch::m_One())) &&
           !ids.of(*at->getPointerOperand());
}

/// Whether each work-item sums up rows of its own: then vectors along the rows read what lies side by side, where
/// vectors of work-items would gather.
bool sums_up_rows(const Loop& loop, const uniformity& values) {
    if (!loop.isInnermost() || loop.getLoopLatch() == nullptr) return false;
    const auto is_own_sum = [&](const PHINode& phi) { return !values.is_uniform(phi); };
    if (none_of(loop.getHeader()->phis(), is_own_sum)) return false;
    for (const PHINode& phi : loop.getHeader()->phis()) {
        if (is_own_sum(phi) && !is_free_sum(phi, loop)) return false;
    }
    const affine_ids ids(values, affine_ids::extensions::assumed);
    bool any = false;
    for (const BasicBlock* block : loop.blocks()) {
        for (const Instruction& i : *block) {
            const Value* const address = getLoadStorePointerOperand(&i);
            if (address == nullptr || values.is_uniform(*address) || loop.isLoopInvariant(address)) continue;
            if (!is_row(*address, *getLoadStoreType(const_cast<Instruction*>(&i)), loop, ids)) return false;
            any = true;
        }
    }
    return any;
}

/// Whether the group runs the loop in lockstep, its work-items' parts of an iteration can become vector code, and no
/// other vectors are better.
bool can_lift(const Loop& loop, const uniformity& values) {
    SmallVector<BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return values.is_converged(*loop.getHeader()) && !exiting.empty() &&
           all_of(exiting, [&](BasicBlock* block) { return values.has_uniform_branch(*block); }) &&
           all_of(loop.blocks(), [](const BasicBlock* block) { return all_of(*block, may_run_under_mask); }) &&
           !sums_up_rows(loop, values);
}

class planner {
public:
    planner(Function& kernel, const uniformity& values)
        : kernel_(kernel), values_(values), dominators_(kernel), loops_(dominators_) {}

    /// Returns the number of implicit barriers.
    unsigned run() {
        plan_.exit = exit_of(kernel_);
        plan_.lockstep = values_.lockstep();
        if (plan_.lockstep) mark_group_uniform(kernel_, values_);  // before anything changes
        add_head(kernel_.getEntryBlock().getSingleSuccessor(), head_reason::kernel_start);
        find_barriers();
        if (!plan_.lockstep && any_of(instructions(kernel_), is_of_members)) meet_in_every_iteration();
        const std::size_t explicit_heads = plan_.heads.size();
        if (plan_.lockstep) {
            // A sub-group's loops stay as they are: those over its lanes are the innermost ones already.
            if (!runs_sub_groups(kernel_)) {
                for (Loop* loop : loops_.getLoopsInPreorder()) lift_loop(*loop);
            }
            lift_branches();
            add_loop_headers();
            split_lifted_edges();
        }
        for (BasicBlock* head : plan_.heads) {
            plan_.places.try_emplace(head, first_user_location(region_blocks(plan_, head).getArrayRef()));
            plan_.reasons.try_emplace(head, head_reason::implicit_barrier);
        }
        remove_barriers();
        plan_.attach_to(kernel_);
        return plan_.heads.size() - explicit_heads;
    }

private:
    void add_head(BasicBlock* block, head_reason why = head_reason::implicit_barrier) {
        if (block && block != plan_.exit && plan_.heads.insert(block)) plan_.reasons[block] = why;
    }

    void find_barriers() {
        const head_reason barrier = runs_lanes(kernel_) ? head_reason::group_barrier : head_reason::barrier;
        const bool vectors = has_lane_vectors(kernel_);
        for (BasicBlock& block : kernel_) {
            const Instruction& first = *block.getFirstNonPHI();
            if (meets_at_start(first) && !(plan_.lockstep && only_asks_who_is_active(block)))
                meet_at(block, block, first, reason_of(first));
            if (!vectors && ends_in_exchange(block))
                meet_behind(block, reason_of(*block.getTerminator()->getPrevNode()));
            if (ends_in(block, builtin::barrier)) meet_behind(block, barrier);
            if (ends_in(block, builtin::sub_group_barrier)) meet_behind(block, head_reason::sub_group);
        }
    }

    void meet_behind(BasicBlock& block, head_reason why) {
        meet_at(block, *block.getSingleSuccessor(), *block.getTerminator()->getPrevNode(), why);
    }

    void meet_at(BasicBlock& block, BasicBlock& head, const Instruction& operation, head_reason why) {
        convergent_.insert(&block);
        add_head(&head, why);
        plan_.places[&head] = operation.getDebugLoc();
    }

    /// Lanes that take different ways through a loop, and operations of members on some of these, come to what they do
    /// together in the same iteration: the end of each iteration is a place where all that are in the loop meet.
    void meet_in_every_iteration() {
        for (Loop* loop : loops_.getLoopsInPreorder()) {
            BasicBlock* const latch = loop->getLoopLatch();
            const auto is_head = [&](BasicBlock* block) { return plan_.heads.contains(block); };
            if (latch == nullptr || none_of(loop->blocks(), is_head)) continue;
            add_head(SplitEdge(latch, loop->getHeader(), &dominators_, &loops_), head_reason::members);
        }
    }

    void lift_loop(Loop& loop) {
        if (!can_lift(loop, values_)) return;
        SmallVector<BasicBlock*> exiting;
        loop.getExitingBlocks(exiting);
        convergent_.insert(loop.getHeader());
        plan_.lifted.insert(exiting.begin(), exiting.end());
    }

    void lift_branches() {
        for (BasicBlock& block : kernel_) {
            if (!values_.has_uniform_branch(block)) continue;
            const auto between = influence(block, values_.post_dominators());
            if (any_of(between, [&](BasicBlock* b) { return convergent_.contains(b); })) plan_.lifted.insert(&block);
        }
        for (BasicBlock* block : plan_.lifted) {
            for (BasicBlock* next : successors(block)) {
                if (values_.is_converged(*next)) add_head(next);
            }
            BasicBlock* join = meeting_point(*block, values_.post_dominators());
            if (join && values_.is_converged(*join)) add_head(join);
        }
        for (BasicBlock& block : kernel_) {
            if (ends_in(block, builtin::group_any)) add_head(block.getSingleSuccessor());
        }
    }

    void add_loop_headers() {
        for (Loop* loop : loops_.getLoopsInPreorder()) {
            const auto together = [&](BasicBlock* b) { return convergent_.contains(b); };
            if (values_.is_converged(*loop->getHeader()) && any_of(loop->blocks(), together))
                add_head(loop->getHeader());
        }
    }

    /// Gives the values that change on one way out of a lifted block a region to be copied in, empty where none is, and
    /// each way a head of its own where a part of the work-items gets to its target by others (which leave the kernel
    /// early, say): there the target is no place where the group meets, and becomes a part of several regions.
    void split_lifted_edges() {
        for (BasicBlock* block : plan_.lifted) {
            for (BasicBlock* next : SmallVector<BasicBlock*>(successors(block))) {
                if (!isa<PHINode>(next->front()) && values_.is_converged(*next)) continue;
                plan_.heads.insert(SplitBlockPredecessors(next, {block}, ".copies"));
            }
        }
    }

    void remove_barriers() {
        for (const StringRef name : {builtin::barrier, builtin::sub_group_barrier}) {
            for (CallInst* call : calls_of(kernel_, name)) call->eraseFromParent();
        }
        for (CallInst* call : calls_of(kernel_, builtin::group_any)) {
            IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
            AllocaInst* any = at.CreateAlloca(at.getInt32Ty(), nullptr, "any");
            BasicBlock* after = call->getParent()->getSingleSuccessor();
            at.SetInsertPoint(call);
            Value* sum = at.CreateOr(at.CreateLoad(at.getInt32Ty(), any),
                                     at.CreateZExt(call->getArgOperand(0), at.getInt32Ty()));
            at.CreateStore(sum, any);
            at.SetInsertPoint(after, after->getFirstInsertionPt());
            call->replaceAllUsesWith(at.CreateIsNotNull(at.CreateLoad(at.getInt32Ty(), any)));
            call->eraseFromParent();
            plan_.any.push_back(any);
        }
    }

    Function& kernel_;
    const uniformity& values_;
    DominatorTree dominators_;
    LoopInfo loops_;
    SmallPtrSet<BasicBlock*, 16> convergent_;  // barriers and headers of lifted loops
    region_plan plan_;
};

}  // namespace

bool may_run_under_mask(const Instruction& i) {
    if (i.isAtomic() || i.isVolatile()) return false;
    const auto* call = dyn_cast<CallInst>(&i);
    return !call || isa<IntrinsicInst>(call) || call->doesNotAccessMemory();
}

bool has_convergent_loops(Function& kernel) {
    if (!calls_of(kernel, builtin::group_any).empty()) return true;
    const uniformity values(kernel);
    const LoopInfo loops(values.dominators());
    return values.lockstep() &&
           any_of(loops.getLoopsInPreorder(), [&](const Loop* loop) { return can_lift(*loop, values); });
}

unsigned words_through_loops(Function& kernel) {
    const uniformity values(kernel);
    const LoopInfo loops(values.dominators());
    const auto words = [&](const Value& value) -> unsigned {
        if (values.is_uniform(value)) return 0;
        return divideCeil(kernel.getDataLayout().getTypeSizeInBits(value.getType()).getFixedValue(), 32);
    };
    unsigned most = 0;
    for (const Loop* loop : loops.getLoopsInPreorder()) {
        if (!can_lift(*loop, values)) continue;
        SmallPtrSet<const Value*, 16> carried;
        for (const PHINode& phi : loop->getHeader()->phis()) carried.insert(&phi);
        for (const BasicBlock* block : loop->blocks()) {
            for (const Instruction& i : *block) {
                for (const Value* operand : i.operands()) {
                    const auto* from = dyn_cast<Instruction>(operand);
                    if (!from || loop->contains(from)) continue;
                    if (isa<LoadInst, PHINode>(from) || from->getType()->isFPOrFPVectorTy()) carried.insert(from);
                }
            }
        }
        unsigned sum = 0;
        for (const Value* each : carried) sum += words(*each);
        most = std::max(most, sum);
    }
    return most;
}

unsigned place_implicit_barriers(Function& kernel) {
    const uniformity values(kernel);
    return planner(kernel, values).run();
}

/// Splits before exchanges, and what else lanes do together. One that stands where others do, or behind a barrier, and
/// whose value was there before, needs no place of its own: all lanes have computed it. Where lanes have no vectors,
/// behind exchanges too: there what a lane makes next takes the place of what others still read.
static void split_at_exchanges(Function& kernel) {
    SmallVector<CallInst*> exchanges;
    for (Instruction& i : instructions(kernel)) {
        if (meets_at_start(i)) exchanges.push_back(cast<CallInst>(&i));
    }
    for (CallInst* call : exchanges) {
        BasicBlock& block = *call->getParent();
        const auto* const value = is_exchange(*call) ? dyn_cast<Instruction>(call->getArgOperand(0)) : nullptr;
        const BasicBlock* const before = block.getSinglePredecessor();
        const bool is_behind_barrier =
            before != nullptr && (ends_in(*before, builtin::barrier) || ends_in(*before, builtin::sub_group_barrier));
        const bool is_with_others =
            meets_at_start(block.front()) && is_of_members(block.front()) == is_of_members(*call);
        const bool waits = calls(*call, builtin::members_barrier) && call != &block.front();
        const bool is_new = value != nullptr && value->getParent() == &block;
        if (waits || is_new || !(is_with_others || is_behind_barrier)) SplitBlock(&block, call);
    }
    if (has_lane_vectors(kernel)) return;
    erase_if(exchanges, [](const CallInst* call) { return !is_exchange(*call); });
    for (CallInst* call : reverse(exchanges)) {
        const auto follows = [&](const CallInst* other) {
            return other->getParent() == call->getParent() && call->comesBefore(other);
        };
        if (none_of(exchanges, follows)) SplitBlock(call->getParent(), call->getNextNode());
    }
}

void split_blocks_at_barriers(Function& kernel) {
    for (StringRef name : {builtin::barrier, builtin::sub_group_barrier, builtin::group_any}) {
        for (CallInst* call : calls_of(kernel, name)) SplitBlock(call->getParent(), call->getNextNode());
    }
    if (runs_lanes(kernel)) split_at_exchanges(kernel);
    for (BasicBlock& block : make_early_inc_range(kernel)) {
        Instruction* end = block.getTerminator();
        if (isa<ReturnInst>(end)) SplitBlock(&block, end);
    }
}

}  // namespace ndweave::compiler
