#include "compiler/passes/before_vectorizer/combine_atomics.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/passes/before_vectorizer/retry_loops.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

using updates = SmallVector<AtomicRMWInst*, 4>;

/// What changes nothing; null for operations that are not combined.
Constant* neutral(const AtomicRMWInst& update) {
    Type* const type = update.getType();
    const bool is_real = type->isFloatTy() || type->isDoubleTy();
    if (!is_real && !type->isIntegerTy()) return nullptr;
    const unsigned bits = type->getScalarSizeInBits();
    switch (update.getOperation()) {
        case AtomicRMWInst::Add:
        case AtomicRMWInst::Sub:
        case AtomicRMWInst::Or:
        case AtomicRMWInst::Xor:
        case AtomicRMWInst::UMax:
            return ConstantInt::get(type, 0);
        case AtomicRMWInst::And:
        case AtomicRMWInst::UMin:
            return ConstantInt::getAllOnesValue(type);
        case AtomicRMWInst::Max:
            return ConstantInt::get(type, APInt::getSignedMinValue(bits));
        case AtomicRMWInst::Min:
            return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
        case AtomicRMWInst::FMin:
        case AtomicRMWInst::FMax:
            return ConstantFP::getNaN(type);
        default:
            return nullptr;
    }
}

/// Two operands of an update of that kind as one.
Value* combined(IRBuilder<>& at, const AtomicRMWInst& update, Value* a, Value* b) {
    switch (update.getOperation()) {
        case AtomicRMWInst::And:
            return at.CreateAnd(a, b);
        case AtomicRMWInst::Or:
            return at.CreateOr(a, b);
        case AtomicRMWInst::Xor:
            return at.CreateXor(a, b);
        case AtomicRMWInst::UMax:
            return at.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
        case AtomicRMWInst::UMin:
            return at.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
        case AtomicRMWInst::Max:
            return at.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
        case AtomicRMWInst::Min:
            return at.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
        case AtomicRMWInst::FMin:
            return at.CreateMinNum(a, b);
        case AtomicRMWInst::FMax:
            return at.CreateMaxNum(a, b);
        default:
            return at.CreateAdd(a, b);  // what is subtracted adds up
    }
}

bool may_be_combined(const Loop& loop, const AtomicRMWInst& update) {
    return neutral(update) && update.use_empty() && !update.isVolatile() &&
           update.getOrdering() == AtomicOrdering::Monotonic && loop.isLoopInvariant(update.getPointerOperand());
}

bool are_alike(const AtomicRMWInst& a, const AtomicRMWInst& b) {
    return a.getPointerOperand() == b.getPointerOperand() && a.getOperation() == b.getOperation() &&
           a.getType() == b.getType() && a.getSyncScopeID() == b.getSyncScopeID() && a.getAlign() == b.getAlign();
}

/// Whether `i` orders memory for others, may wait for them by what it finds, or may keep what follows from being
/// reached.
bool synchronises(const Instruction& i) {
    if (!i.mayReadOrWriteMemory()) return !i.willReturn() || i.mayThrow();
    if (i.isVolatile()) return true;
    if (const auto* load = dyn_cast<LoadInst>(&i)) return load->isAtomic();
    if (const auto* store = dyn_cast<StoreInst>(&i)) return isStrongerThanMonotonic(store->getOrdering());
    if (const auto* update = dyn_cast<AtomicRMWInst>(&i))
        return isStrongerThanMonotonic(update->getOrdering()) || !update->use_empty();
    const auto* const call = dyn_cast<CallBase>(&i);
    if (!call) return true;  // fences, exchanges
    if (const auto* const marker = dyn_cast<IntrinsicInst>(call); marker && marker->isAssumeLikeIntrinsic())
        return false;
    return !call->onlyAccessesArgMemory() || !call->willReturn() || !call->doesNotThrow();
}

class loop_updates {
public:
    loop_updates(Loop& loop, const LoopInfo& loops, AAResults& aliases)
        : loop_(loop), loops_(loops), aliases_(aliases) {}

    /// The updates of one place, or none.
    updates find() const {
        for (BasicBlock* const block : loop_.blocks()) {
            const Loop& around = *loops_.getLoopFor(block);
            if (any_of(*block, synchronises) && (&around == &loop_ || !is_retry_loop(around))) return {};
        }
        SmallVector<const AtomicRMWInst*, 4> seen;
        for (BasicBlock* const block : loop_.blocks()) {
            for (Instruction& i : *block) {
                auto* const update = dyn_cast<AtomicRMWInst>(&i);
                if (!update || !may_be_combined(loop_, *update) ||
                    any_of(seen, [&](const AtomicRMWInst* other) { return are_alike(*other, *update); }))
                    continue;
                seen.push_back(update);
                if (updates found = all_like(*update); !found.empty()) return found;
            }
        }
        return {};
    }

private:
    /// None where the place is accessed in another way.
    updates all_like(const AtomicRMWInst& one) const {
        const MemoryLocation place = MemoryLocation::get(&one);
        updates found;
        for (BasicBlock* const block : loop_.blocks()) {
            for (Instruction& i : *block) {
                auto* const update = dyn_cast<AtomicRMWInst>(&i);
                if (update && may_be_combined(loop_, *update) && are_alike(one, *update))
                    found.push_back(update);
                else if (may_access(i, place))
                    return {};
            }
        }
        return found;
    }

    bool may_access(const Instruction& i, const MemoryLocation& place) const {
        // LLVM takes relaxed loads for fences.
        if (const auto* load = dyn_cast<LoadInst>(&i); load && !isStrongerThanMonotonic(load->getOrdering()))
            return !aliases_.isNoAlias(MemoryLocation::get(load), place);
        return i.mayReadOrWriteMemory() && isModOrRefSet(aliases_.getModRefInfo(&i, place));
    }

    Loop& loop_;
    const LoopInfo& loops_;
    AAResults& aliases_;
};

/// Whether control comes out of the loop only where something can be put behind it.
bool has_plain_exits(const Loop& loop, SmallVectorImpl<BasicBlock*>& exits) {
    loop.getUniqueExitBlocks(exits);
    return loop.isLoopSimplifyForm() && !exits.empty() && none_of(exits, [](const BasicBlock* exit) {
               return exit->isEHPad() || isa<UnreachableInst>(exit->front());
           });
}

void combine(Loop& loop, const updates& all, ArrayRef<BasicBlock*> exits, DominatorTree& dominators, LoopInfo& loops) {
    AtomicRMWInst& one = *all.front();
    Constant* const none = neutral(one);
    IRBuilder<> at(&*loop.getHeader()->getParent()->getEntryBlock().getFirstInsertionPt());
    AllocaInst* const sum = at.CreateAlloca(one.getType());
    at.SetInsertPoint(loop.getLoopPreheader()->getTerminator());
    at.CreateStore(none, sum);
    for (AtomicRMWInst* const update : all) {
        at.SetInsertPoint(update);
        at.CreateStore(combined(at, *update, at.CreateLoad(one.getType(), sum), update->getValOperand()), sum);
    }
    DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
    for (BasicBlock* const exit : exits) {
        at.SetInsertPoint(exit, exit->getFirstInsertionPt());
        // A sum of poison would be undefined to branch on, where its update is not.
        Value* const value = at.CreateFreeze(at.CreateLoad(one.getType(), sum));
        Value* const any =
            value->getType()->isIntegerTy() ? at.CreateICmpNE(value, none) : at.CreateFCmpORD(value, value);
        Instruction* const then = SplitBlockAndInsertIfThen(any, at.GetInsertPoint(), false, nullptr, &updater, &loops);
        auto* const update = cast<AtomicRMWInst>(one.clone());
        update->setOperand(1, value);
        update->setMetadata(LLVMContext::MD_access_group, nullptr);
        update->insertBefore(then);
    }
    for (AtomicRMWInst* const update : all) update->eraseFromParent();
    PromoteMemToReg({sum}, dominators);
}

}  // namespace

PreservedAnalyses combine_atomics::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    auto& aliases = analyses.getResult<AAManager>(function);
    bool changed = false;
    SmallVector<Loop*> inner_first(loops.getLoopsInPreorder());
    for (Loop* const loop : reverse(inner_first)) {
        SmallVector<BasicBlock*, 4> exits;
        if (!has_plain_exits(*loop, exits)) continue;
        for (updates all = loop_updates(*loop, loops, aliases).find(); !all.empty();
             all = loop_updates(*loop, loops, aliases).find()) {
            combine(*loop, all, exits, dominators, loops);
            changed = true;
        }
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
