#include "compiler/passes/counters/version_counters.hpp"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/codegen/host/tuning.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/counters/narrow_counters.hpp"
#include "compiler/passes/work_items/group_invariants.hpp"
#include "compiler/passes/work_items/simplify_kernel.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

enum class extension { none, zero, sign };

/// `phi`, `next = phi + step`; the loop goes on while `predicate(extended next, bound)`. Step and bound are the same
/// for the group.
struct counter {
    PHINode* phi;
    BinaryOperator* next;
    Value* step;
    Value* bound;
    CmpInst::Predicate predicate;
    extension how;

    /// Whether it is the signed value that the loop's condition bounds.
    bool is_signed() const {
        return how == extension::sign || (how == extension::none && CmpInst::isSigned(predicate));
    }
};

class versioner {
public:
    explicit versioner(Function& kernel)
        : kernel_(kernel),
          library_(implementation_, &kernel),
          assumptions_(kernel),
          prologue_(kernel.getEntryBlock()) {}

    /// One loop, from the outermost; false where there is none left.
    bool run() {
        DominatorTree dominators(kernel_);
        LoopInfo loops(dominators);
        ScalarEvolution evolution(kernel_, library_, assumptions_, dominators, loops);
        for (Loop* loop : loops.getLoopsInPreorder()) {
            if (!seen_.insert(loop->getHeader()).second || !can_be_twice(*loop)) continue;
            const SmallVector<counter> found = counters_of(*loop, evolution);
            if (found.empty()) continue;
            make_versions(*loop, found, loops, dominators);
            return true;
        }
        return false;
    }

private:
    static bool can_be_twice(const Loop& loop) {
        if (!loop.isLoopSimplifyForm()) return false;
        std::size_t size = 0;
        for (const BasicBlock* block : loop.blocks()) {
            size += block->size();
            if (any_of(*block, [](const Instruction& i) {
                    const auto* call = dyn_cast<CallBase>(&i);
                    return is_synchronisation(i) || (call && (call->isConvergent() || call->cannotDuplicate()));
                })) {
                return false;
            }
        }
        return size <= host::target_tuning().max_split_loop;
    }

    SmallVector<counter> counters_of(const Loop& loop, ScalarEvolution& evolution) const {
        SmallVector<counter> found;
        for (PHINode& phi : loop.getHeader()->phis()) {
            const auto one = counter_of(loop, phi);
            if (one && !is_known(*one, evolution) && begins_within(loop, *one, evolution)) found.push_back(*one);
        }
        return found;
    }

    std::optional<counter> counter_of(const Loop& loop, PHINode& phi) const {
        if (!phi.getType()->isIntegerTy(32)) return std::nullopt;
        auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
        Value* step = nullptr;
        if (!next || !match(next, m_c_Add(m_Specific(&phi), m_Value(step))) || !is_group_invariant(*step)) {
            return std::nullopt;
        }
        const auto* branch = dyn_cast<BranchInst>(loop.getLoopLatch()->getTerminator());
        const auto* compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
        if (!compare) return std::nullopt;
        CmpInst::Predicate predicate =
            branch->getSuccessor(0) == loop.getHeader() ? compare->getPredicate() : compare->getInversePredicate();
        Value *value = compare->getOperand(0), *bound = compare->getOperand(1);
        if (is_group_invariant(*value)) {
            std::swap(value, bound);
            predicate = CmpInst::getSwappedPredicate(predicate);
        }
        if (!is_group_invariant(*bound) || !(ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate))) {
            return std::nullopt;
        }
        counter one{&phi, next, step, bound, predicate, extension::none};
        if (match(value, m_ZExt(m_Specific(next)))) {
            one.how = extension::zero;
        } else if (match(value, m_SExt(m_Specific(next)))) {
            one.how = extension::sign;
        } else if (value != next) {
            return std::nullopt;
        }
        return one;
    }

    /// Whether LLVM knows already that the counter does not wrap around.
    static bool is_known(const counter& one, ScalarEvolution& evolution) {
        if (one.is_signed() ? one.next->hasNoSignedWrap() : one.next->hasNoUnsignedWrap()) return true;
        const SCEV* value = evolution.getSCEV(one.phi);
        Type* wide = Type::getInt64Ty(one.phi->getContext());
        return isa<SCEVAddRecExpr>(one.is_signed() ? evolution.getSignExtendExpr(value, wide)
                                                   : evolution.getZeroExtendExpr(value, wide));
    }

    /// Whether the first value fulfils the condition, too: then each does that is added to.
    static bool begins_within(const Loop& loop, const counter& one, ScalarEvolution& evolution) {
        const SCEV* begin = evolution.getSCEV(one.phi->getIncomingValueForBlock(loop.getLoopPreheader()));
        Type* type = one.bound->getType();
        if (one.how == extension::zero) begin = evolution.getZeroExtendExpr(begin, type);
        if (one.how == extension::sign) begin = evolution.getSignExtendExpr(begin, type);
        return evolution.isLoopEntryGuardedByCond(&loop, one.predicate, begin, evolution.getSCEV(one.bound));
    }

    /// Whether no value that fulfils the condition wraps around when the step is added to it: the bound is at most the
    /// largest number less the step.
    static Value* cannot_wrap(IRBuilder<>& at, const counter& one) {
        auto* narrow = cast<IntegerType>(one.phi->getType());
        const bool is_signed = one.is_signed();
        const APInt largest =
            is_signed ? APInt::getSignedMaxValue(narrow->getBitWidth()) : APInt::getMaxValue(narrow->getBitWidth());
        // Where the step is negative, so is not the difference: it has wrapped around.
        Value* limit = at.CreateSub(ConstantInt::get(narrow, largest), one.step);
        if (one.how != extension::none) limit = at.CreateZExt(limit, one.bound->getType());
        Value* within =
            at.CreateICmp(CmpInst::isSigned(one.predicate) ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, one.bound, limit);
        if (!is_signed) return within;
        return at.CreateAnd(within, at.CreateICmpSGE(one.step, ConstantInt::get(narrow, 0)));
    }

    void make_versions(Loop& loop, ArrayRef<counter> counters, LoopInfo& loops, DominatorTree& dominators) {
        IRBuilder<> at(prologue_.getTerminator());
        Value* safe = nullptr;
        for (const counter& one : counters) {
            Value* within = cannot_wrap(at, one);
            safe = safe ? at.CreateAnd(safe, within) : within;
        }
        BasicBlock* const check = loop.getLoopPreheader();
        BasicBlock* const preheader = SplitBlock(check, check->getTerminator(), &dominators, &loops);
        SmallVector<BasicBlock*> exits;
        loop.getUniqueExitBlocks(exits);
        ValueToValueMapTy copies;
        SmallVector<BasicBlock*> blocks;
        Loop* copy = cloneLoopWithPreheader(preheader, check, &loop, copies, ".wrapping", &loops, &dominators, blocks);
        remapInstructionsInBlocks(blocks, copies);
        for (BasicBlock* exit : exits) join(*exit, copies);
        check->getTerminator()->eraseFromParent();
        // What the check reads may be undefined where the loop is left before its condition is asked.
        safe = at.CreateFreeze(safe);
        at.SetInsertPoint(check);
        at.CreateCondBr(safe, preheader, copy->getLoopPreheader(),
                        MDBuilder(kernel_.getContext()).createBranchWeights(1 << 20, 1));
        for (const counter& one : counters) {
            if (one.is_signed()) {
                one.next->setHasNoSignedWrap();
            } else {
                one.next->setHasNoUnsignedWrap();
            }
        }
        for (const BasicBlock* block : copy->blocks()) seen_.insert(block);
        restore_normal_form(kernel_);
    }

    /// What leaves the copy arrives where it left the loop. Pre: closed SSA form.
    static void join(BasicBlock& exit, ValueToValueMapTy& copies) {
        const auto copy_of = [&](Value* value) -> Value* {
            const auto found = copies.find(value);
            return found == copies.end() ? value : static_cast<Value*>(found->second);
        };
        for (PHINode& phi : exit.phis()) {
            for (unsigned i = 0, end = phi.getNumIncomingValues(); i < end; ++i) {
                phi.addIncoming(copy_of(phi.getIncomingValue(i)), cast<BasicBlock>(copy_of(phi.getIncomingBlock(i))));
            }
        }
    }

    Function& kernel_;
    TargetLibraryInfoImpl implementation_;
    TargetLibraryInfo library_;
    AssumptionCache assumptions_;
    BasicBlock& prologue_;
    SmallPtrSet<const BasicBlock*, 16> seen_;  // headers that were looked at, and blocks of copies
};

}  // namespace

void version_counters(Function& kernel) {
    if (!narrow_counters(kernel)) return;
    restore_normal_form(kernel);
    versioner versions(kernel);
    while (versions.run()) {
    }
}

}  // namespace ndweave::compiler
