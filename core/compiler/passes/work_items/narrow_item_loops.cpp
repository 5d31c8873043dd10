#include "compiler/passes/work_items/narrow_item_loops.hpp"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/kernel_attributes.hpp"
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/work_items/counted_loops.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

class narrower {
public:
    explicit narrower(Function& kernel, bool flat = false) : flat_(flat), analyses_(kernel) {}

    bool run() {
        return any_of(analyses_.loops.getLoopsInPreorder(), [&](Loop* loop) { return narrow(*loop); });
    }

private:
    bool narrow(Loop& loop) {
        if (flat_ && !(loop.isInnermost() && loop.isAnnotatedParallel())) return false;
        const auto counted = as_counted(loop);
        BranchInst* guard = counted ? find_guard(loop) : nullptr;
        if (!guard) return false;
        for (unsigned live : {0u, 1u}) {
            const auto idle = idle_blocks(loop, *guard->getSuccessor(1 - live));
            const auto stays = [&](PHINode* phi) {
                return keeps(*phi, *next_of(loop, *phi), *guard->getParent(), idle);
            };
            if (idle.empty() || !all_of(counted->carried, stays)) continue;
            if (restrict_to(loop, *counted, guard->getOperandUse(0), live == 0)) return true;
        }
        const auto is_of_members = [&](unsigned way) { return accesses_members(loop, *guard, way); };
        return !flat_ && any_of(ArrayRef{0u, 1u}, is_of_members) && split(loop, *counted, guard->getOperandUse(0));
    }

    /// Whether what the guard guards loads or stores members of structures: under a mask, each would be a gather.
    bool accesses_members(const Loop& loop, const BranchInst& guard, unsigned way) {
        const BasicBlockEdge edge(guard.getParent(), guard.getSuccessor(way));
        const auto strides = [&](Instruction& i) {
            Value* const pointer = getLoadStorePointerOperand(&i);
            if (!pointer) return false;
            const auto* place = dyn_cast<SCEVAddRecExpr>(analyses_.evolution.getSCEV(pointer));
            const auto* step = place ? dyn_cast<SCEVConstant>(place->getStepRecurrence(analyses_.evolution)) : nullptr;
            if (!step || place->getLoop() != &loop) return false;
            const TypeSize bytes = i.getDataLayout().getTypeStoreSize(getLoadStoreType(&i));
            const APInt size(step->getAPInt().getBitWidth(), bytes.getFixedValue());
            return step->getAPInt().abs().ugt(size) && step->getAPInt().abs().ule(size * max_members);
        };
        return any_of(loop.blocks(), [&](BasicBlock* block) {
            return analyses_.dominators.dominates(edge, block) && any_of(*block, strides);
        });
    }

    /// The branch that every iteration comes to before it has had an effect.
    static BranchInst* find_guard(const Loop& loop) {
        BasicBlock* block = loop.getHeader();
        while (none_of(*block, [](const Instruction& i) { return i.mayHaveSideEffects(); })) {
            auto* branch = dyn_cast<BranchInst>(block->getTerminator());
            if (!branch || block == loop.getLoopLatch()) return nullptr;
            if (branch->isConditional()) return branch;
            block = branch->getSuccessor(0);
        }
        return nullptr;
    }

    /// What an iteration that takes `way` may come through up to its end; none if that may have an effect.
    SetVector<BasicBlock*> idle_blocks(const Loop& loop, BasicBlock& way) const {
        SetVector<BasicBlock*> ahead;
        ahead.insert(&way);
        for (unsigned i = 0; i < ahead.size(); ++i) {
            BasicBlock* block = ahead[i];
            const auto effect = [](const Instruction& each) { return each.mayHaveSideEffects(); };
            if (analyses_.loops.getLoopFor(block) != &loop || any_of(*block, effect)) return {};
            if (block != loop.getLoopLatch()) ahead.insert(succ_begin(block), succ_end(block));
        }
        return ahead;
    }

    /// Whether `next` is what `carried` was, in an iteration that goes from the guard through idle blocks alone.
    static bool keeps(PHINode& carried, Value& next, const BasicBlock& guard, const SetVector<BasicBlock*>& idle) {
        if (&next == &carried) return true;
        auto* merged = dyn_cast<PHINode>(&next);
        if (!merged || !idle.contains(merged->getParent())) return false;
        return all_of(merged->blocks(), [&](BasicBlock* from) {
            return (from != &guard && !idle.contains(from)) ||
                   keeps(carried, *merged->getIncomingValueForBlock(from), guard, idle);
        });
    }

    /// Narrows the loop to the iterations in which the condition, or a part of it, has the value `live`.
    bool restrict_to(Loop& loop, const counted_loop& counted, Use& condition, bool live) {
        const auto test = tests_.find(loop, counted, condition, live);
        if (!test) return false;
        restrict_iterations(loop, counted, *test);
        test->part->set(ConstantInt::getBool(loop.getHeader()->getContext(), test->live));
        return true;
    }

    /// Leaves of the loop's iterations those in which the test is passed.
    void restrict_iterations(Loop& loop, const counted_loop& counted, const id_test& test) {
        BasicBlock* before = loop.getLoopPreheader();
        const bool begins_below = !flat_ || tests_.begins_below_end(loop, counted);
        BasicBlock* inside = SplitBlock(before, before->getTerminator(), &analyses_.dominators, &analyses_.loops);
        const tested_iterations all = tests_.compute(loop, counted, test, *before, begins_below);
        IRBuilder<> at(before->getTerminator());
        Value* first = at.CreateNUWAdd(all.begin, all.first, "first");
        Value* end = at.CreateNUWAdd(all.begin, all.last, "end");
        BasicBlock* after = loop.getExitBlock();
        for (PHINode& phi : after->phis()) phi.addIncoming(value_of_no_iteration(loop, counted, phi), before);
        ReplaceInstWithInst(before->getTerminator(),
                            BranchInst::Create(inside, after, at.CreateICmpULT(first, end, "any")));
        counted.id->setIncomingValueForBlock(inside, first);
        counted.test->setOperand(1, end);
        for (const auto& [counter, step] : counted.counters) begin_later(*counter, *step, *all.first, *inside);
    }

    /// Makes two loops of it, of which one runs the iterations that pass the test and the other one the rest.
    bool split(Loop& loop, const counted_loop& counted, Use& condition) {
        auto test = tests_.find(loop, counted, condition, true);
        if (!test) test = tests_.find(loop, counted, condition, false);
        if (!test || test->predicate == CmpInst::ICMP_EQ ||
            instructions_of(loop) > host::target_tuning().max_split_loop)
            return false;
        const bool passing_first = ICmpInst::isLT(test->predicate) || ICmpInst::isLE(test->predicate);
        BasicBlock *before = loop.getLoopPreheader(), *after = loop.getExitBlock(), *latch = loop.getLoopLatch();
        BasicBlock* inside = SplitBlock(before, before->getTerminator(), &analyses_.dominators, &analyses_.loops);
        const tested_iterations all = tests_.compute(loop, counted, *test, *before, true);

        ValueToValueMapTy copies;
        SmallVector<BasicBlock*> blocks;
        cloneLoopWithPreheader(after, before, &loop, copies, ".rest", &analyses_.loops, &analyses_.dominators, blocks);
        remapInstructionsInBlocks(blocks, copies);
        const auto copy = [&](auto* of) { return cast<std::remove_pointer_t<decltype(of)>>(copies[of]); };
        BasicBlock* between = BasicBlock::Create(after->getContext(), "between", after->getParent(), copy(inside));

        IRBuilder<> at(before->getTerminator());
        Value* middle = at.CreateNUWAdd(all.begin, passing_first ? all.last : all.first, "middle");
        ReplaceInstWithInst(before->getTerminator(),
                            BranchInst::Create(inside, between, at.CreateICmpULT(all.begin, middle)));
        latch->getTerminator()->replaceSuccessorWith(after, between);
        at.SetInsertPoint(between);
        const auto join = [&](Value* left, Value* none) {
            PHINode* phi = at.CreatePHI(left->getType(), 2);
            phi->addIncoming(left, latch);
            phi->addIncoming(none, before);
            return phi;
        };
        for (PHINode* phi : counted.carried)
            copy(phi)->setIncomingValueForBlock(copy(inside),
                                                join(next_of(loop, *phi), phi->getIncomingValueForBlock(inside)));
        for (PHINode& phi : after->phis()) {
            Value* left = phi.getIncomingValueForBlock(latch);
            phi.addIncoming(copies.count(left) ? static_cast<Value*>(copies[left]) : left, copy(latch));
            phi.addIncoming(join(left, value_of_no_iteration(loop, counted, phi)), between);
            phi.removeIncomingValue(latch);
        }
        at.CreateCondBr(at.CreateICmpULT(middle, all.end), copy(inside), after);
        counted.test->setOperand(1, middle);
        copy(counted.id)->setIncomingValueForBlock(copy(inside), middle);
        at.SetInsertPoint(copy(inside)->getTerminator());
        Value* gone = at.CreateSub(middle, all.begin);
        for (const auto& [counter, step] : counted.counters) begin_later(*copy(counter), *step, *gone, *copy(inside));
        copy(cast<Instruction>(test->part->getUser()))
            ->setOperand(test->part->getOperandNo(), at.getInt1(test->live != passing_first));
        test->part->set(at.getInt1(test->live == passing_first));
        return true;
    }

    /// Members of a structure that LLVM's vectorizer loads together.
    static constexpr std::uint64_t max_members = 8;

    const bool flat_;
    loop_analyses analyses_;
    id_tests tests_{analyses_, flat_};
};

FunctionPassManager normal_form() {
    FunctionPassManager passes;
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    LoopPassManager hoist;
    hoist.addPass(LICMPass(LICMOptions()));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoist), /*UseMemorySSA=*/true));
    return passes;
}

void fold_branches(Function& kernel) {
    for (BasicBlock& block : kernel) {
        for (Instruction& i : make_early_inc_range(block)) {
            if (Value* simple = simplifyInstruction(&i, kernel.getDataLayout())) i.replaceAllUsesWith(simple);
        }
    }
    for (BasicBlock& block : make_early_inc_range(kernel)) ConstantFoldTerminator(&block, true);
    removeUnreachableBlocks(kernel);
}

}  // namespace

unsigned narrow_item_loops(Function& kernel) {
    constexpr unsigned enough = 64;
    unsigned gone = 0;
    for (run_passes(kernel, normal_form()); gone < enough && narrower(kernel).run(); ++gone) {
        fold_branches(kernel);
        run_passes(kernel, normal_form());
    }
    if (gone != 0) add_to_note(kernel, narrowed_guards, gone);
    return gone;
}

PreservedAnalyses narrow_flat_loops::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    while (narrower(function, true).run()) {
        fold_branches(function);
        run_passes(function, normal_form());
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
