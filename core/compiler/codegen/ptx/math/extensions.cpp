#include "compiler/codegen/ptx/math/extensions.hpp"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/pass_manager/kept_analyses.hpp"

namespace ndweave::compiler::ptx {
namespace {

namespace match = llvm::PatternMatch;

/// `i` of `i` and of `i + c` that does not overflow as a signed number: extended with its sign it is `sext i + c`.
llvm::Value* without_constant(llvm::Value* index) {
    llvm::Value* counter = nullptr;
    return match::match(index, match::m_NSWAdd(match::m_Value(counter), match::m_ConstantInt())) ? counter : index;
}

/// `zext nneg (i + c)` whose sum has no `nuw`.
bool is_inseparable(const llvm::Instruction& extension) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(extension.getOperand(0));
    return llvm::isa<llvm::ZExtInst>(extension) && extension.hasNonNeg() && sum && !sum->hasNoUnsignedWrap() &&
           without_constant(extension.getOperand(0)) != sum;
}

/// The counters that are extended with their sign somewhere in the function, or will be.
llvm::SmallDenseSet<llvm::Value*> signed_counters(llvm::Function& function) {
    llvm::SmallDenseSet<llvm::Value*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* extension = llvm::dyn_cast<llvm::CastInst>(&instruction);
        if (!extension) continue;
        if (llvm::isa<llvm::SExtInst>(extension) || is_inseparable(*extension))
            found.insert(without_constant(extension->getOperand(0)));
    }
    return found;
}

}  // namespace

llvm::PreservedAnalyses separable_extensions::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const llvm::SmallDenseSet<llvm::Value*> counters = signed_counters(function);
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* extension = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
        if (!extension || !extension->hasNonNeg() || !counters.contains(without_constant(extension->getOperand(0))))
            continue;
        llvm::IRBuilder<> builder(extension);
        extension->replaceAllUsesWith(builder.CreateSExt(extension->getOperand(0), extension->getType()));
        extension->eraseFromParent();
        changed = true;
    }
    return control_flow_kept(changed);
}

}  // namespace ndweave::compiler::ptx
