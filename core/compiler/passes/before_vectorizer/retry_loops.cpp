#include "compiler/passes/before_vectorizer/retry_loops.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// The exchange of whose result `value` is that part; null: something else.
const AtomicCmpXchgInst* exchange_of(const Value* value, unsigned part) {
    const auto* const extract = dyn_cast_or_null<ExtractValueInst>(value);
    if (!extract || extract->getIndices() != ArrayRef(part)) return nullptr;
    return dyn_cast<AtomicCmpXchgInst>(extract->getAggregateOperand());
}

/// Whether `value` is what an iteration finds at `place`.
bool is_found(const Value& value, const Value& place, const Loop& loop) {
    if (const auto* load = dyn_cast<LoadInst>(&value))
        return load->getPointerOperand() == &place && loop.contains(load);
    const AtomicCmpXchgInst* const exchange = exchange_of(&value, 0);
    return exchange && exchange->getPointerOperand() == &place && loop.contains(exchange);
}

/// Whether the exchange expects what was found since the last one; the first may expect anything.
bool expects_what_is_there(const AtomicCmpXchgInst& exchange, const Loop& loop) {
    const Value &expected = *exchange.getCompareOperand(), &place = *exchange.getPointerOperand();
    if (!loop.isLoopInvariant(&place)) return false;
    const auto* const phi = dyn_cast<PHINode>(&expected);
    if (!phi || phi->getParent() != loop.getHeader()) return is_found(expected, place, loop);
    return all_of(phi->blocks(), [&](const BasicBlock* from) {
        return !loop.contains(from) || is_found(*phi->getIncomingValueForBlock(from), place, loop);
    });
}

/// Whether control leaves the loop where the exchange was made: at the end of its block or of the next one.
bool ends_loop(const AtomicCmpXchgInst& exchange, const Loop& loop) {
    const BasicBlock* const block = exchange.getParent();
    const BasicBlock* const next = block->getSingleSuccessor();
    const auto* const branch = dyn_cast<BranchInst>((next ? next : block)->getTerminator());
    if (!branch || !branch->isConditional() || loop.contains(branch->getSuccessor(0))) return false;
    const Value* made = branch->getCondition();
    if (const auto* phi = dyn_cast<PHINode>(made); phi && phi->getParent() == next)
        made = phi->getIncomingValueForBlock(block);
    return exchange_of(made, 1) == &exchange;
}

bool may_be_in_retry_loop(const Instruction& i, const Loop& loop) {
    if (any_of(i.users(), [&](const User* user) { return !loop.contains(cast<Instruction>(user)); })) return false;
    if (const auto* load = dyn_cast<LoadInst>(&i))
        return !load->isVolatile() && !isStrongerThanMonotonic(load->getOrdering());
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
        return !exchange->isVolatile() && exchange->getSuccessOrdering() == AtomicOrdering::Monotonic &&
               exchange->getFailureOrdering() == AtomicOrdering::Monotonic && expects_what_is_there(*exchange, loop) &&
               ends_loop(*exchange, loop);
    }
    return !i.mayReadOrWriteMemory() && !i.mayThrow() && i.willReturn();
}

bool has_exchange(const BasicBlock& block) {
    return any_of(block, [](const Instruction& i) { return isa<AtomicCmpXchgInst>(i); });
}

/// Whether no way leads around the loop without an exchange.
bool repeats_exchanges_only(const Loop& loop) {
    SetVector<const BasicBlock*> reached;
    reached.insert(loop.getHeader());
    for (unsigned n = 0; n < reached.size(); ++n) {
        if (has_exchange(*reached[n])) continue;
        for (const BasicBlock* const next : successors(reached[n])) {
            if (next == loop.getHeader()) return false;
            if (loop.contains(next)) reached.insert(next);
        }
    }
    return true;
}

}  // namespace

bool is_retry_loop(const Loop& loop) {
    return loop.isInnermost() && repeats_exchanges_only(loop) && all_of(loop.blocks(), [&](const BasicBlock* block) {
               return all_of(*block, [&](const Instruction& i) { return may_be_in_retry_loop(i, loop); });
           });
}

}  // namespace ndweave::compiler
