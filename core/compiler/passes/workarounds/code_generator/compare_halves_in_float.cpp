#include "compiler/passes/workarounds/code_generator/compare_halves_in_float.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "does llc -mcpu=sapphirerapids still exchange the operands of a masked VCMPPH?");

using namespace llvm;

PreservedAnalyses compare_halves_in_float::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    for (Instruction& i : instructions(function)) {
        auto* const comparison = dyn_cast<FCmpInst>(&i);
        if (comparison == nullptr || comparison->isCommutative()) continue;
        Type* const halves = comparison->getOperand(0)->getType();
        if (!halves->isVectorTy() || !halves->getScalarType()->isHalfTy()) continue;
        IRBuilder<> at(comparison);
        for (Use& operand : comparison->operands()) {
            operand = at.CreateFPExt(operand, halves->getWithNewType(at.getFloatTy()));
        }
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
