#include "compiler/passes/workarounds/code_generator/drop_undefined_gathers.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

using namespace llvm;

/// Also an address that is made of an undefined base or index.
static bool is_undefined(const Value* address) {
    if (isa<UndefValue>(address)) return true;
    const auto* const sum = dyn_cast<GEPOperator>(address);
    return sum && any_of(sum->operands(), [](const Use& part) { return is_undefined(part); });
}

PreservedAnalyses drop_undefined_gathers::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(function))) {
        auto* const gather = dyn_cast<IntrinsicInst>(&i);
        if (!gather || gather->getIntrinsicID() != Intrinsic::masked_gather) continue;
        if (!is_undefined(gather->getArgOperand(0))) continue;
        gather->replaceAllUsesWith(gather->getArgOperand(3));
        gather->eraseFromParent();
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
