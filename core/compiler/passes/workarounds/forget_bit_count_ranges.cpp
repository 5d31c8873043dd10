#include "compiler/passes/workarounds/forget_bit_count_ranges.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassInstrumentation.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_before_llvm(20), "LLVM 20 has the fix");

using namespace llvm;

namespace {

bool counts_bits(const IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
        case Intrinsic::ctlz:
        case Intrinsic::cttz:
        case Intrinsic::ctpop:
            return true;
        default:
            return false;
    }
}

void forget_in(Function& function) {
    for (Instruction& i : instructions(function)) {
        auto* const call = dyn_cast<IntrinsicInst>(&i);
        if (call && counts_bits(*call)) call->dropPoisonGeneratingAnnotations();
    }
}

}  // namespace

void forget_bit_count_ranges(PassInstrumentationCallbacks& between_passes) {
    between_passes.registerAfterPassCallback([](StringRef pass, Any ir, const PreservedAnalyses&) {
        if (pass != "InstCombinePass") return;
        // Passes see functions as constant from here; InstCombine has just changed this one.
        if (const auto* const function = any_cast<const Function*>(&ir)) forget_in(const_cast<Function&>(**function));
    });
}

}  // namespace ndweave::compiler
