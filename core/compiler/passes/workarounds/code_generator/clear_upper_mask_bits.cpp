#include "compiler/passes/workarounds/code_generator/clear_upper_mask_bits.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/workarounds/llvm_version.hpp"
#include "compiler/passes/workarounds/opaque.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

using namespace llvm;

namespace {

constexpr unsigned lanes = 8;

/// The mask's operand of an access to eight bytes under a mask.
Use* mask_of(Instruction& access) {
    auto* const call = dyn_cast<IntrinsicInst>(&access);
    if (!call) return nullptr;
    const bool stores = call->getIntrinsicID() == Intrinsic::masked_store;
    if (!stores && call->getIntrinsicID() != Intrinsic::masked_load) return nullptr;
    const Type* const bytes = stores ? call->getArgOperand(0)->getType() : call->getType();
    if (bytes != FixedVectorType::get(Type::getInt8Ty(call->getContext()), lanes)) return nullptr;
    return &call->getArgOperandUse(stores ? 3 : 2);
}

Value* all_lanes(Function& function) {
    IRBuilder<> at(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value* const bits = at.CreateTrunc(opaque(at, at.getInt32(-1)), at.getIntNTy(lanes));
    return at.CreateBitCast(bits, FixedVectorType::get(at.getInt1Ty(), lanes));
}

}  // namespace

PreservedAnalyses clear_upper_mask_bits::run(Function& function, FunctionAnalysisManager&) {
    Value* all = nullptr;
    for (Instruction& i : instructions(function)) {
        Use* const mask = mask_of(i);
        if (!mask || isa<Constant>(mask->get())) continue;
        if (!all) all = all_lanes(function);
        mask->set(IRBuilder<>(&i).CreateAnd(mask->get(), all));
    }
    if (!all) return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
}

}  // namespace ndweave::compiler
