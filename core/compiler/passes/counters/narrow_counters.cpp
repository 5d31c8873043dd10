#include "compiler/passes/counters/narrow_counters.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/passes/work_items/group_invariants.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::uint64_t half = 32, low_bits = 0xffffffff;

/// The lower half of `value`, sign-extended.
bool is_extended_half(Value* of, Value* value) {
    return match(of, m_AShr(m_Shl(m_Specific(value), m_SpecificInt(half)), m_SpecificInt(half))) ||
           match(of, m_SExt(m_Trunc(m_Specific(value))));
}

bool is_zero_extended_half(Value* of, Value* value) {
    return match(of, m_And(m_Specific(value), m_SpecificInt(low_bits)));
}

/// Whether nothing but the lower half of `phi` is used.
bool only_half_counts(const PHINode& phi) {
    return all_of(phi.users(), [&](const User* user) {
        if (match(user, m_And(m_Value(), m_SpecificInt(low_bits)))) return true;
        if (isa<TruncInst>(user)) return user->getType()->getIntegerBitWidth() <= half;
        return match(user, m_Shl(m_Value(), m_SpecificInt(half)));
    });
}

/// The sum that `phi` goes on by, where its step is the same for the group.
BinaryOperator* sum_of(PHINode& phi, Value*& step) {
    for (Value* incoming : phi.incoming_values()) {
        auto* sum = dyn_cast<BinaryOperator>(incoming);
        if (sum == nullptr || sum->getOpcode() != Instruction::Add) continue;
        for (unsigned side : {0u, 1u}) {
            Value *at = sum->getOperand(side), *other = sum->getOperand(1 - side);
            const bool is_phi = at == &phi || is_extended_half(at, &phi) || is_zero_extended_half(at, &phi);
            if (!is_phi || !is_group_invariant(*other)) continue;
            step = other;
            return sum;
        }
    }
    return nullptr;
}

/// Replaces what takes the lower half of `wide` by `low`.
void use_half(Value& wide, Value& low) {
    IRBuilder<> at(low.getContext());
    for (User* user : make_early_inc_range(wide.users())) {
        auto* i = cast<Instruction>(user);
        if (i == &low || i->use_empty()) continue;
        if (isa<PHINode>(i)) continue;
        at.SetInsertPoint(i);
        if (isa<TruncInst>(i) && i->getType()->getIntegerBitWidth() <= half) {
            i->replaceAllUsesWith(at.CreateTrunc(&low, i->getType()));
        } else if (match(i, m_And(m_Specific(&wide), m_SpecificInt(low_bits)))) {
            i->replaceAllUsesWith(at.CreateZExt(&low, wide.getType()));
        } else if (match(i, m_Shl(m_Specific(&wide), m_SpecificInt(half)))) {
            for (User* shifted : make_early_inc_range(i->users())) {
                if (!match(shifted, m_AShr(m_Specific(i), m_SpecificInt(half)))) continue;
                at.SetInsertPoint(cast<Instruction>(shifted));
                shifted->replaceAllUsesWith(at.CreateSExt(&low, wide.getType()));
            }
            if (i->use_empty()) continue;
            at.SetInsertPoint(i);
            i->replaceAllUsesWith(at.CreateShl(at.CreateZExt(&low, wide.getType()), half));
        }
    }
}

void narrow(PHINode& phi, BinaryOperator& sum, Value& step) {
    IRBuilder<> at(&phi);
    PHINode* low = at.CreatePHI(at.getInt32Ty(), phi.getNumIncomingValues(), phi.getName() + ".low");
    at.SetInsertPoint(phi.getFunction()->getEntryBlock().getTerminator());
    Value* low_step = at.CreateTrunc(&step, low->getType());
    at.SetInsertPoint(&sum);
    Value* next = at.CreateAdd(low, low_step, sum.getName() + ".low");
    for (unsigned i = 0, end = phi.getNumIncomingValues(); i < end; ++i) {
        BasicBlock* from = phi.getIncomingBlock(i);
        Value* value = phi.getIncomingValue(i);
        at.SetInsertPoint(from->getTerminator());
        low->addIncoming(value == &sum ? next : at.CreateTrunc(value, low->getType()), from);
    }
    use_half(sum, *next);
    use_half(phi, *low);
}

}  // namespace

bool narrow_counters(Function& kernel) {
    SmallVector<std::tuple<PHINode*, BinaryOperator*, Value*>> wide;
    bool found = false;
    for (BasicBlock& block : kernel) {
        for (PHINode& phi : block.phis()) {
            if (!phi.getType()->isIntegerTy(32) && !phi.getType()->isIntegerTy(64)) continue;
            Value* step = nullptr;
            BinaryOperator* const sum = sum_of(phi, step);
            if (sum == nullptr) continue;
            if (phi.getType()->isIntegerTy(32)) {
                found |= !sum->hasNoSignedWrap() && !sum->hasNoUnsignedWrap();
            } else if (only_half_counts(phi)) {
                wide.emplace_back(&phi, sum, step);
            }
        }
    }
    for (const auto& [phi, sum, step] : wide) narrow(*phi, *sum, *step);
    return found || !wide.empty();
}

}  // namespace ndweave::compiler
