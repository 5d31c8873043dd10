#include "compiler/passes/loops/uniform_steps.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/analysis/affine_ids.hpp"
#include "compiler/passes/analysis/uniformity.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// An induction variable `i = phi [begin, preheader], [next, latch]`, `next = i + step`.
struct counter {
    PHINode* phi;
    BinaryOperator* next;
    Value* begin;
    Value* step;
};

class separator {
public:
    explicit separator(Function& kernel) : kernel_(kernel), values_(kernel), loops_(values_.dominators()) {}

    /// Whether anything was found: uniformity is to be computed again then.
    bool run() {
        SmallVector<counter> found;
        for (Loop* loop : loops_.getLoopsInPreorder()) {
            if (!loop->isLoopSimplifyForm()) continue;
            for (PHINode& phi : loop->getHeader()->phis()) {
                const auto one = counter_of(*loop, phi);
                if (one && is_worth_it(*loop, *one)) found.push_back(*one);
            }
        }
        for (const counter& one : found) separate(one);
        return !found.empty();
    }

private:
    std::optional<counter> counter_of(const Loop& loop, PHINode& phi) const {
        if (!phi.getType()->isIntegerTy() || values_.is_uniform(phi)) return std::nullopt;
        Value* begin = phi.getIncomingValueForBlock(loop.getLoopPreheader());
        auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
        if (!next || next->getOpcode() != Instruction::Add || values_.is_uniform(*begin)) return std::nullopt;
        if (next->getOperand(0) != &phi && next->getOperand(1) != &phi) return std::nullopt;
        Value* step = next->getOperand(next->getOperand(0) == &phi ? 1 : 0);
        if (step == &phi || !values_.is_uniform(*step)) return std::nullopt;
        return counter{&phi, next, begin, step};
    }

    bool leaves_together(const Loop& loop) const {
        SmallVector<BasicBlock*> exiting;
        loop.getExitingBlocks(exiting);
        return all_of(exiting, [&](BasicBlock* block) { return values_.branches_together(*block); });
    }

    bool is_worth_it(const Loop& loop, const counter& one) const {
        return leaves_together(loop) || accesses_lie_side_by_side(loop, one);
    }

    bool accesses_lie_side_by_side(const Loop& loop, const counter& one) const {
        affine_ids affine(values_, affine_ids::extensions::assumed);
        const auto begin = affine.of(*one.begin);
        if (!begin) return false;
        affine.assume(*one.phi, *begin);
        affine.assume(*one.next, *begin);
        SmallPtrSet<const Value*, 16> reached;
        SmallVector<const Value*> work = {one.phi};
        while (!work.empty()) {
            const Value* value = work.pop_back_val();
            if (!reached.insert(value).second) continue;
            for (const User* user : value->users()) {
                const auto* i = cast<Instruction>(user);
                if (!loop.contains(i)) continue;
                if (const Value* pointer = getLoadStorePointerOperand(i)) {
                    const auto* store = dyn_cast<StoreInst>(i);
                    Type* type = store ? store->getValueOperand()->getType() : i->getType();
                    if (pointer == value && !is_side_by_side(affine, *pointer, *type)) return false;
                } else {
                    work.push_back(i);
                }
            }
        }
        return true;
    }

    /// Neighbours along axis 0 access neighbouring elements, or the same one.
    bool is_side_by_side(const affine_ids& affine, const Value& pointer, Type& type) const {
        const auto apart = affine.of(pointer);
        if (!apart) return false;
        const std::uint64_t bytes = kernel_.getDataLayout().getTypeStoreSize(&type);
        return (*apart)[0] == 0 || (*apart)[0] == static_cast<std::int64_t>(bytes);
    }

    /// No distance exceeds the index itself where that starts at 0 or above and only grows.
    bool only_grows(const counter& one) const {
        const SimplifyQuery query(kernel_.getDataLayout());
        return isKnownNonNegative(one.begin, query) && isKnownNonNegative(one.step, query);
    }

    void separate(const counter& one) {
        const bool grows = one.next->hasNoSignedWrap() && only_grows(one);
        const bool no_unsigned_wrap = one.next->hasNoUnsignedWrap() || grows;
        BasicBlock* header = one.phi->getParent();
        IRBuilder<> at(one.phi);
        PHINode* distance = at.CreatePHI(one.phi->getType(), 2, one.phi->getName() + ".distance");
        at.SetInsertPoint(header, header->getFirstInsertionPt());
        Value* index = at.CreateAdd(one.begin, distance, one.phi->getName(), no_unsigned_wrap, grows);
        at.SetInsertPoint(one.next);
        Value* further = at.CreateAdd(distance, one.step, "", no_unsigned_wrap, grows);
        Value* next = at.CreateAdd(one.begin, further, one.next->getName(), no_unsigned_wrap, grows);
        for (unsigned i = 0; i < 2; ++i) {
            const bool from_latch = one.phi->getIncomingValue(i) == one.next;
            distance->addIncoming(from_latch ? further : ConstantInt::get(distance->getType(), 0),
                                  one.phi->getIncomingBlock(i));
        }
        one.phi->replaceAllUsesWith(index);
        one.next->replaceAllUsesWith(next);
        one.next->eraseFromParent();
        one.phi->eraseFromParent();
    }

    Function& kernel_;
    uniformity values_;
    LoopInfo loops_;
};

}  // namespace

void separate_uniform_steps(Function& kernel) {
    constexpr unsigned deepest = 8;  // of nested loops, whose indices begin at each other's
    for (unsigned round = 0; round < deepest && separator(kernel).run(); ++round) {
    }
}

}  // namespace ndweave::compiler
