#include "compiler/target/c_source/wrapping_indices.hpp"

#include "compiler/llvm_passes.hpp"
#include "compiler/passes/workarounds/keep_wrap_checks.hpp"
#include "compiler/target/c_source/item_steps.hpp"
#include "compiler/target/c_source/unknown_zero.hpp"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

constexpr unsigned deepest = 12;  // users of users that are looked at

/// The bits in which a result counts where it is cut to fewer than an index has; 0 for others.
unsigned bits_kept(const Instruction& i) {
    const APInt* mask = nullptr;
    if (match(&i, m_And(m_Value(), m_APInt(mask)))) return mask->getActiveBits();
    const auto* cast = dyn_cast<CastInst>(&i);
    const bool widens = cast && (isa<ZExtInst>(cast) || isa<SExtInst>(cast));
    const unsigned from = widens ? cast->getSrcTy()->getScalarSizeInBits() : 0;
    return from > 1 && from < 32 ? from : 0;
}

bool wraps_in_steps(const Instruction& i) {
    if (!i.getType()->isIntegerTy()) return false;
    const unsigned bits = bits_kept(i);
    if (bits == 0 || bits > 63) return false;
    const std::int64_t step = SignExtend64(static_cast<std::uint64_t>(step_of(*i.getOperand(0), 0)), bits);
    return step < -1 || step > 1;
}

bool is_part_of_address(const Instruction& i, unsigned depth = 0) {
    return any_of(i.users(), [&](const User* user) {
        if (isa<GetElementPtrInst>(user)) return true;
        const auto* made = dyn_cast<Instruction>(user);
        return made && depth < deepest && (isa<CastInst>(made) || isa<BinaryOperator>(made)) &&
               is_part_of_address(*made, depth + 1);
    });
}

}  // namespace

void hide_wrapping_indices(Function& kernel) {
    SmallVector<Instruction*> found;
    for (Instruction& i : instructions(kernel)) {
        if (wraps_in_steps(i) && is_part_of_address(i)) found.push_back(&i);
    }
    if (found.empty()) return;
    Value* const zero = call_of_zero(kernel, zero_of_group);
    for (Instruction* i : found) {
        IRBuilder<> at(i->getParent(), std::next(i->getIterator()));
        Value* const hidden = at.CreateXor(i, at.CreateZExtOrTrunc(zero, i->getType()));
        i->replaceUsesWithIf(hidden, [&](const Use& use) { return use.getUser() != hidden; });
    }
}

void hide_wrapping_counters(Function& kernel) {
    CallInst* zero = nullptr;
    FunctionPassManager passes;
    passes.addPass(keep_wrap_checks([&](IRBuilder<>&, Type* type) {
        if (zero == nullptr) zero = call_of_zero(kernel, zero_of_group);
        // For the next loop the kernel begins with the zero of the last one.
        return IRBuilder<>(zero->getParent(), std::next(zero->getIterator())).CreateZExtOrTrunc(zero, type);
    }));
    run_passes(kernel, std::move(passes));
}

}  // namespace ndweave::compiler::c_source_detail
