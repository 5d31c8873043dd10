#include "compiler/passes/counters/uniform_steps.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/analysis/affine_ids.hpp"
#include "compiler/passes/analysis/uniformity.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// An induction variable `i = phi [begin, preheader], [next, latch]`, `next = i + step`, or a pointer that goes on by
/// `step` elements.
struct counter {
    PHINode* phi;
    Instruction* next;
    Value* begin;
    Value* step;
    Type* element;  // null for numbers
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
        Value* begin = phi.getIncomingValueForBlock(loop.getLoopPreheader());
        if (values_.is_uniform(phi) || values_.is_uniform(*begin)) return std::nullopt;
        const auto found = step_of(phi, *phi.getIncomingValueForBlock(loop.getLoopLatch()), *begin);
        return found && values_.is_uniform(*found->step) ? found : std::nullopt;
    }

    std::optional<counter> step_of(PHINode& phi, Value& next, Value& begin) const {
        if (auto* sum = dyn_cast<BinaryOperator>(&next); sum && sum->getOpcode() == Instruction::Add) {
            if (sum->getOperand(0) == &phi) return counter{&phi, sum, &begin, sum->getOperand(1), nullptr};
            if (sum->getOperand(1) == &phi) return counter{&phi, sum, &begin, sum->getOperand(0), nullptr};
        }
        auto* further = dyn_cast<GetElementPtrInst>(&next);
        if (!further || further->getPointerOperand() != &phi || further->getNumIndices() != 1) return std::nullopt;
        counter found{&phi, further, &begin, further->getOperand(1), further->getSourceElementType()};
        const auto* bytes = dyn_cast<ConstantInt>(found.step);
        if (bytes && !bytes->isZero() && found.element->isIntegerTy(8)) {  // what LLVM makes of constant steps
            const APInt length = bytes->getValue().abs();
            found.element = ArrayType::get(found.element, length.getZExtValue());
            found.step = ConstantInt::getSigned(bytes->getType(), bytes->isNegative() ? -1 : 1);
        }
        return found;
    }

    bool leaves_together(const Loop& loop) const {
        SmallVector<BasicBlock*> exiting;
        loop.getExitingBlocks(exiting);
        return all_of(exiting, [&](BasicBlock* block) { return values_.has_uniform_branch(*block); });
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

    /// As wide as a pointer; made before the loop where the step is known there.
    Value* wide_step(const counter& one) const {
        const Loop* loop = loops_.getLoopFor(one.phi->getParent());
        IRBuilder<> at(loop->isLoopInvariant(one.step) ? loop->getLoopPreheader()->getTerminator() : one.next);
        return at.CreateSExtOrTrunc(one.step, kernel_.getDataLayout().getIndexType(one.phi->getType()));
    }

    void separate(const counter& one) {
        const bool is_pointer = one.element != nullptr;
        const bool grows = !is_pointer && one.next->hasNoSignedWrap() && only_grows(one);
        const bool no_unsigned_wrap = grows || (!is_pointer && one.next->hasNoUnsignedWrap());
        BasicBlock* header = one.phi->getParent();
        Value* step = is_pointer ? wide_step(one) : one.step;
        IRBuilder<> at(one.phi);
        PHINode* distance = at.CreatePHI(step->getType(), 2, one.phi->getName() + ".distance");
        const auto at_distance = [&](Value* far, StringRef name) {
            if (is_pointer) return at.CreateGEP(one.element, one.begin, far, name);
            return at.CreateAdd(one.begin, far, name, no_unsigned_wrap, grows);
        };
        at.SetInsertPoint(header, header->getFirstInsertionPt());
        Value* index = at_distance(distance, one.phi->getName());
        at.SetInsertPoint(one.next);
        Value* further = at.CreateAdd(distance, step, "", no_unsigned_wrap, grows);
        Value* next = at_distance(further, one.next->getName());
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
