#include "compiler/codegen/c_source/passes/divisors.hpp"

#include "compiler/codegen/c_source/passes/unknown_zero.hpp"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace ndweave::compiler::c_source_detail {

using namespace llvm;

PreservedAnalyses hide_divisors::run(Function& kernel, FunctionAnalysisManager&) {
    SmallVector<Instruction*> divisions;
    for (Instruction& i : instructions(kernel)) {
        if (i.isIntDivRem() && !isa<Constant>(i.getOperand(1))) divisions.push_back(&i);
    }
    if (divisions.empty()) return PreservedAnalyses::all();
    CallInst* const zero = call_of_zero(kernel);
    for (Instruction* const division : divisions) {
        IRBuilder<> at(division);
        Value* const divisor = division->getOperand(1);
        division->setOperand(1, at.CreateOr(divisor, at.CreateZExtOrTrunc(zero, divisor->getType())));
    }
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

}  // namespace ndweave::compiler::c_source_detail
