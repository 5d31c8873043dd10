#include "compiler/target/c_source/one_barrier.hpp"

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

/// Captures and what is known of a work-item from its start.
bool is_known_at_start(const Instruction& i) {
    const auto* const load = dyn_cast<LoadInst>(&i);
    if (load) return load->isSimple() && isa<Argument>(getUnderlyingObject(load->getPointerOperand(), 0));
    if (isa<CallInst>(i)) return !i.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&i);
    return isa<GetElementPtrInst>(i) && isa<Argument>(getUnderlyingObject(&i, 0));
}

class one_barrier {
public:
    explicit one_barrier(Function& kernel)
        : kernel_(kernel), start_(kernel.getEntryBlock()), state_type_(Type::getInt32Ty(kernel.getContext())) {}

    void form() {
        split_at_barriers();
        hoist_to_start();
        split_start();
        keep_values_in_variables();
        make_loop();
        start_.getTerminator()->setSuccessor(0, &copy_region(*first_, *dispatch_));
        for (BasicBlock* head : heads_) choice_->addCase(number_of(head), &copy_region(*head, *meet_));
        removeUnreachableBlocks(kernel_);
        DominatorTree dominators(kernel_);
        PromoteMemToReg(variables_, dominators);
    }

private:
    /// What follows a barrier begins a block, and a region.
    void split_at_barriers() {
        SmallVector<Instruction*> barriers;
        for (Instruction& i : instructions(kernel_)) {
            if (calls(i, builtin::barrier)) barriers.push_back(&i);
        }
        for (Instruction* barrier : barriers) {
            heads_.insert(SplitBlock(barrier->getParent(), barrier->getNextNode()));
        }
        for (Instruction* barrier : barriers) ends_[barrier->getParent()] = barrier;
    }

    void hoist_to_start() {
        Instruction* const before = first_end();
        const ReversePostOrderTraversal<Function*> walk(&kernel_);
        for (BasicBlock* block : walk) {
            if (block == &start_) continue;
            for (Instruction& i : make_early_inc_range(*block)) {
                const bool ready = all_of(i.operands(), [&](const Use& operand) {
                    const auto* made = dyn_cast<Instruction>(operand);
                    return !made || made->getParent() == &start_;
                });
                if (ready && is_known_at_start(i)) i.moveBefore(before);
            }
        }
    }

    Instruction* first_end() {
        Instruction* const barrier = ends_.lookup(&start_);
        return barrier ? barrier : start_.getTerminator();
    }

    void split_start() {
        Instruction* const barrier = ends_.lookup(&start_);
        first_ = SplitBlock(&start_, first_end());
        if (barrier) {
            ends_.erase(&start_);
            ends_[first_] = barrier;
        }
    }

    void keep_values_in_variables() {
        SmallVector<PHINode*> phis;
        SmallVector<Instruction*> values;
        for (Instruction& i : instructions(kernel_)) {
            if (auto* phi = dyn_cast<PHINode>(&i)) phis.push_back(phi);
        }
        const auto at = start_.getTerminator()->getIterator();
        for (PHINode* phi : phis) keep(DemotePHIToStack(phi, at));
        for (Instruction& i : instructions(kernel_)) {
            if (i.getParent() != &start_ && i.isUsedOutsideOfBlock(i.getParent())) values.push_back(&i);
        }
        for (Instruction* value : values) keep(DemoteRegToStack(*value, false, at));
    }

    void keep(AllocaInst* variable) {
        if (variable) variables_.push_back(variable);
    }

    /// Compilers copy no barrier. The first one keeps the loop's header on every way into it, also where they know the
    /// state that comes next; the second one keeps all ways back together: several make nested loops.
    void make_loop() {
        LLVMContext& context = kernel_.getContext();
        dispatch_ = BasicBlock::Create(context, "dispatch", &kernel_);
        meet_ = BasicBlock::Create(context, "meet", &kernel_);
        BasicBlock* const leave = BasicBlock::Create(context, "leave", &kernel_);
        const Instruction& barrier = *ends_.begin()->second;
        IRBuilder<> at(start_.getTerminator());
        state_ = at.CreateAlloca(state_type_);
        keep(state_);
        at.SetInsertPoint(dispatch_);
        at.Insert(barrier.clone());
        choice_ = at.CreateSwitch(at.CreateLoad(state_type_, state_), meet_);
        at.SetInsertPoint(meet_);
        at.Insert(barrier.clone());
        at.CreateCondBr(at.CreateICmpEQ(at.CreateLoad(state_type_, state_), end_of_kernel()), leave, dispatch_);
        at.SetInsertPoint(leave);
        at.CreateRetVoid();
    }

    ConstantInt* number(std::size_t state) { return cast<ConstantInt>(ConstantInt::get(state_type_, state)); }
    ConstantInt* end_of_kernel() { return number(heads_.size()); }
    ConstantInt* number_of(BasicBlock* head) {
        return number(static_cast<std::size_t>(std::distance(heads_.begin(), find(heads_, head))));
    }

    /// Regions share no blocks: jumps into the middle of a loop would be none that compilers know.
    BasicBlock& copy_region(BasicBlock& head, BasicBlock& after) {
        SmallSetVector<BasicBlock*, 16> blocks;
        blocks.insert(&head);
        for (std::size_t n = 0; n < blocks.size(); ++n) {
            if (!ends_.count(blocks[n])) blocks.insert(succ_begin(blocks[n]), succ_end(blocks[n]));
        }
        ValueToValueMapTy copies;
        SmallVector<BasicBlock*> made;
        for (BasicBlock* block : blocks) {
            BasicBlock* const copy = CloneBasicBlock(block, copies, "", &kernel_);
            copies[block] = copy;
            made.push_back(copy);
            if (Instruction* barrier = ends_.lookup(block)) {
                cast<Instruction>(copies[barrier])->eraseFromParent();
                go_on(*copy, number_of(block->getSingleSuccessor()), after);
            } else if (isa<ReturnInst>(block->getTerminator())) {
                go_on(*copy, end_of_kernel(), after);
            }
        }
        remapInstructionsInBlocks(made, copies);
        made.front()->moveBefore(meet_);
        return *made.front();
    }

    void go_on(BasicBlock& from, ConstantInt* state, BasicBlock& to) {
        from.getTerminator()->eraseFromParent();
        IRBuilder<> at(&from);
        at.CreateStore(state, state_);
        at.CreateBr(&to);
    }

    Function& kernel_;
    BasicBlock& start_;
    Type* state_type_;
    SmallSetVector<BasicBlock*, 16> heads_;
    DenseMap<BasicBlock*, Instruction*> ends_;  // blocks that end with a barrier, which a branch follows
    std::vector<AllocaInst*> variables_;
    AllocaInst* state_ = nullptr;
    BasicBlock *first_ = nullptr, *dispatch_ = nullptr, *meet_ = nullptr;
    SwitchInst* choice_ = nullptr;
};

}  // namespace

void meet_in_one_barrier(Function& kernel) { one_barrier(kernel).form(); }

}  // namespace ndweave::compiler::c_source_detail
