#include "compiler/passes/workarounds/vectorizer/scalarize_divisions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PassInstrumentation.h>

#include "compiler/passes/workarounds/instrument.hpp"
#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_before_llvm(20), "LLVM 20 has the fix");

using namespace llvm;

namespace {

bool divides_vectors(const Instruction& i) {
    return i.isIntDivRem() && isa<FixedVectorType>(i.getType()) && !isa<Constant>(i.getOperand(1));
}

Value* scalarized(BinaryOperator& division) {
    IRBuilder<> at(&division);
    Value* lanes = PoisonValue::get(division.getType());
    const unsigned count = cast<FixedVectorType>(division.getType())->getNumElements();
    for (unsigned lane = 0; lane < count; ++lane) {
        Value* const a = at.CreateExtractElement(division.getOperand(0), lane);
        Value* const b = at.CreateExtractElement(division.getOperand(1), lane);
        Value* const quotient = at.CreateBinOp(division.getOpcode(), a, b);
        if (auto* const made = dyn_cast<Instruction>(quotient)) made->copyIRFlags(&division);
        lanes = at.CreateInsertElement(lanes, quotient, lane);
    }
    return lanes;
}

bool scalarize_in(Function& function) {
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(function))) {
        if (!divides_vectors(i)) continue;
        i.replaceAllUsesWith(scalarized(cast<BinaryOperator>(i)));
        i.eraseFromParent();
        changed = true;
    }
    return changed;
}

}  // namespace

PreservedAnalyses scalarize_divisions::run(Function& function, FunctionAnalysisManager&) {
    if (!scalarize_in(function)) return PreservedAnalyses::all();
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
}

void scalarize_divisions_of_vectorizers(PassInstrumentationCallbacks& between_passes) {
    between_passes.registerAfterPassCallback([](StringRef pass, Any ir, const PreservedAnalyses&) {
        if (!makes_vectors(pass)) return;
        // Passes see functions as constant from here; what vectorizers preserve is the flow of control, which stays.
        if (const auto* const function = any_cast<const Function*>(&ir))
            scalarize_in(const_cast<Function&>(**function));
    });
}

}  // namespace ndweave::compiler
