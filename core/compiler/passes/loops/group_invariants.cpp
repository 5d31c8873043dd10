#include "compiler/passes/loops/group_invariants.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

static bool is_functor_load(const Instruction& i, const DataLayout& layout) {
    const auto* load = dyn_cast<LoadInst>(&i);
    if (!load || !load->isSimple()) return false;
    APInt offset(64, 0);
    return isa<Argument>(load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true));
}

static bool can_move(const Instruction& i, const DataLayout& layout) {
    if (isa<PHINode, AllocaInst>(i) || i.isTerminator()) return false;
    if (!all_of(i.operands(), [](const Value* v) { return is_group_invariant(*v) || isa<Function>(v); })) return false;
    if (is_group_invariant_call(i) || is_functor_load(i, layout)) return true;
    return !i.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&i) && !isa<FreezeInst>(i) &&
           !(isa<CallBase>(i) && cast<CallBase>(i).isConvergent());
}

bool is_group_invariant(const Value& value) {
    if (isa<Constant, Argument>(value)) return true;
    const auto* i = dyn_cast<Instruction>(&value);
    return i && !isa<AllocaInst>(i) && i->getParent()->isEntryBlock();
}

void hoist_group_invariants(Function& kernel) {
    const DataLayout& layout = kernel.getDataLayout();
    kernel.getArg(0)->addAttr(Attribute::NoAlias);
    kernel.getArg(0)->addAttr(Attribute::ReadOnly);
    BasicBlock& prologue = kernel.getEntryBlock();
    SplitBlock(&prologue, prologue.begin())->setName("kernel");
    Instruction* end = prologue.getTerminator();
    ReversePostOrderTraversal<Function*> order(&kernel);
    for (BasicBlock* block : order) {
        if (block == &prologue) continue;
        for (Instruction& i : make_early_inc_range(*block)) {
            if (!isa<AllocaInst>(i) && !can_move(i, layout)) continue;
            i.moveBefore(end);
            i.dropUBImplyingAttrsAndMetadata();
        }
    }
}

}  // namespace ndweave::compiler
