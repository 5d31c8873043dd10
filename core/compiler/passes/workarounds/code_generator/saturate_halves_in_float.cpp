#include "compiler/passes/workarounds/code_generator/saturate_halves_in_float.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler {

using namespace llvm;

PreservedAnalyses saturate_halves_in_float::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(function))) {
        const auto* const call = dyn_cast<IntrinsicInst>(&i);
        if (call == nullptr) continue;
        const Intrinsic::ID id = call->getIntrinsicID();
        if (id != Intrinsic::fptosi_sat && id != Intrinsic::fptoui_sat) continue;
        Value* const half = call->getArgOperand(0);
        if (!half->getType()->getScalarType()->isHalfTy()) continue;
        IRBuilder<> at(&i);
        Value* const single = at.CreateFPExt(half, half->getType()->getWithNewType(at.getFloatTy()));
        i.replaceAllUsesWith(at.CreateIntrinsic(id, {i.getType(), single->getType()}, {single}));
        i.eraseFromParent();
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
