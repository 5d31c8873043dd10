#include "compiler/passes/work_items/group_invariants.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/functor.hpp"

namespace ndweave::compiler {

using namespace llvm;

/// `constant_bytes`: of the functor, which may be read anywhere in the kernel.
static bool can_move(const Instruction& i, std::uint64_t constant_bytes) {
    if (isa<PHINode, AllocaInst>(i) || i.isTerminator()) return false;
    if (!all_of(i.operands(), [](const Value* v) { return is_group_invariant(*v) || isa<Function>(v); })) return false;
    if (is_group_invariant_call(i)) return true;
    if (const auto* load = dyn_cast<LoadInst>(&i))
        return is_in_functor(*load, *i.getFunction()->getArg(0), constant_bytes);
    return !i.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&i) && !isa<FreezeInst>(i) &&
           !(isa<CallBase>(i) && cast<CallBase>(i).isConvergent());
}

bool is_group_invariant(const Value& value) {
    if (isa<Constant, Argument>(value)) return true;
    const auto* i = dyn_cast<Instruction>(&value);
    return i && !isa<AllocaInst>(i) && i->getParent()->isEntryBlock();
}

void hoist_group_invariants(Function& kernel) {
    const bool is_written = may_write(*kernel.getArg(0));
    kernel.getArg(0)->addAttr(Attribute::NoAlias);
    if (!is_written) kernel.getArg(0)->addAttr(Attribute::ReadOnly);
    const std::uint64_t constant_bytes = is_written ? 0 : kernel_attributes::of(kernel).functor_size;
    BasicBlock& prologue = kernel.getEntryBlock();
    SmallPtrSet<const Instruction*, 8> variables;
    for (const Instruction& i : prologue) {
        const auto* const variable = dyn_cast<AllocaInst>(&i);
        if (variable && variable->isStaticAlloca()) variables.insert(variable);
    }
    SplitBlock(&prologue, prologue.begin())->setName("kernel");
    Instruction* end = prologue.getTerminator();
    ReversePostOrderTraversal<Function*> order(&kernel);
    for (BasicBlock* block : order) {
        if (block == &prologue) continue;
        for (Instruction& i : make_early_inc_range(*block)) {
            const bool variable = variables.contains(&i);
            if (!variable && !can_move(i, constant_bytes)) continue;
            i.moveBefore(end);
            if (!variable) i.dropUBImplyingAttrsAndMetadata();
        }
    }
}

}  // namespace ndweave::compiler
