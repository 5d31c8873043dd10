#include "compiler/passes/after_vectorizer/guard_nan_fixups.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/codegen/host/entry/lanes.hpp"

namespace ndweave::compiler::host {
namespace {

using namespace llvm;

/// The tests for NaN among what has to hold for `condition`.
void collect_nan_tests(Value* condition, SetVector<Value*>& tests) {
    Value *one = nullptr, *other = nullptr;
    if (PatternMatch::match(condition,
                            PatternMatch::m_LogicalAnd(PatternMatch::m_Value(one), PatternMatch::m_Value(other)))) {
        collect_nan_tests(one, tests);
        collect_nan_tests(other, tests);
    } else if (const auto* compare = dyn_cast<FCmpInst>(condition)) {
        if (compare->getPredicate() == CmpInst::FCMP_UNO) tests.insert(condition);
    }
}

/// Choices of a block that depend on the same tests.
struct repair {
    SmallVector<Value*> tests;
    SmallVector<SelectInst*> choices;
    SmallVector<Instruction*> operations;  // that only the choices need, in the block's order
};

bool is_movable(const Instruction& i) {
    return !isa<PHINode>(i) && !i.isTerminator() && !i.mayReadOrWriteMemory() && !i.mayHaveSideEffects();
}

/// Goes upwards through the block from the last choice: each user of an operation comes before the operation itself.
void find_operations(repair& of) {
    SmallPtrSet<const User*, 32> inside(of.choices.begin(), of.choices.end());
    const auto needs = [&](const Use& use) {
        const auto* choice = dyn_cast<SelectInst>(use.getUser());
        if (choice && is_contained(of.choices, choice) && use.get() == choice->getFalseValue()) return false;
        return inside.contains(use.getUser());
    };
    for (Instruction* i = of.choices.back()->getPrevNode(); i; i = i->getPrevNode()) {
        if (inside.contains(i) || i->use_empty() || !is_movable(*i) || is_contained(of.tests, i)) continue;
        if (!all_of(i->uses(), needs)) continue;
        inside.insert(i);
        of.operations.push_back(i);
    }
    std::reverse(of.operations.begin(), of.operations.end());
}

/// Whether what stands between the choices can come before all of them.
bool stands_together(const repair& of) {
    for (const SelectInst* choice : of.choices) {
        for (const User* user : choice->users()) {
            const auto* i = cast<Instruction>(user);
            if (i->getParent() != choice->getParent() || isa<PHINode>(i) || is_contained(of.choices, i)) continue;
            if (i->comesBefore(of.choices.back())) return false;
        }
    }
    return true;
}

std::vector<repair> repairs_of(BasicBlock& block) {
    std::vector<repair> repairs;
    for (Instruction& i : block) {
        auto* const choice = dyn_cast<SelectInst>(&i);
        if (!choice || !is_mask(*choice->getCondition())) continue;
        if (!choice->getType()->isVectorTy() || choice->getType()->isIntOrIntVectorTy(1)) continue;
        SetVector<Value*> tests;
        collect_nan_tests(choice->getCondition(), tests);
        if (tests.empty()) continue;
        const auto same = [&](const repair& each) { return equal(each.tests, tests); };
        auto of = find_if(repairs, same);
        if (of == repairs.end()) of = repairs.insert(of, {tests.takeVector(), {}, {}});
        of->choices.push_back(choice);
    }
    for (repair& each : repairs) find_operations(each);
    erase_if(repairs, [](const repair& each) {
        return each.operations.size() < target_tuning().min_guarded_operations || !stands_together(each);
    });
    // The last one first: what is split off has no other's parts then.
    sort(repairs, [](const repair& a, const repair& b) { return b.choices.back()->comesBefore(a.choices.back()); });
    return repairs;
}

void skip(const repair& of) {
    Instruction* const before = of.choices.back()->getNextNode();
    IRBuilder<> at(before);
    Value* mask = nullptr;
    for (Value* test : of.tests) {
        Value* const holds = at.CreateFreeze(test);
        mask = mask ? at.CreateAnd(mask, holds) : holds;
    }
    BasicBlock* const start = of.choices.front()->getParent();
    MDNode* const rarely = MDBuilder(start->getContext()).createBranchWeights(1, 1000);
    Instruction* const end = SplitBlockAndInsertIfThen(any_lane(at, mask), before, false, rarely);
    BasicBlock* const repaired = end->getParent();
    for (Instruction* operation : of.operations) operation->moveBefore(end);
    for (SelectInst* choice : of.choices) choice->moveBefore(end);
    DenseMap<Value*, Value*> unrepaired;  // of a choice: what it is where no lane holds a NaN
    for (SelectInst* choice : of.choices) {
        Value* const otherwise = choice->getFalseValue();  // may be a choice before it
        unrepaired[choice] = unrepaired.count(otherwise) ? unrepaired[otherwise] : otherwise;
        PHINode* const result = PHINode::Create(choice->getType(), 2, "", before->getParent()->begin());
        choice->replaceUsesOutsideBlock(result, repaired);
        result->addIncoming(unrepaired[choice], start);
        result->addIncoming(choice, repaired);
    }
}

}  // namespace

unsigned guard_nan_fixups(Module& module) {
    unsigned made = 0;
    for (Function& function : module) {
        for (BasicBlock& block : make_early_inc_range(function)) {
            SmallPtrSet<const Instruction*, 32> moved;
            for (const repair& each : repairs_of(block)) {
                // Parts of a repair that is behind a branch already stay as they are.
                if (any_of(each.choices, [&](const SelectInst* choice) { return moved.contains(choice); })) continue;
                moved.insert(each.operations.begin(), each.operations.end());
                skip(each);
                ++made;
            }
        }
    }
    return made;
}

}  // namespace ndweave::compiler::host
