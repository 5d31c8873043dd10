#include "compiler/passes/workarounds/code_generator/fuse_halves_in_double.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_before_llvm(22), "LLVM 22 has the fix");

using namespace llvm;

PreservedAnalyses fuse_halves_in_double::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(function))) {
        const auto* const call = dyn_cast<IntrinsicInst>(&i);
        if (!call || call->getIntrinsicID() != Intrinsic::fma || !i.getType()->getScalarType()->isHalfTy()) continue;
        IRBuilder<> at(&i);
        Type* const wide = i.getType()->getWithNewType(at.getDoubleTy());
        SmallVector<Value*, 3> operands;
        for (const Use& operand : call->args()) operands.push_back(at.CreateFPExt(operand, wide));
        i.replaceAllUsesWith(at.CreateFPTrunc(at.CreateIntrinsic(wide, Intrinsic::fma, operands), i.getType()));
        i.eraseFromParent();
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
