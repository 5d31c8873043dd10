#include "compiler/codegen/ptx/math/extensions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/pass_manager/kept_analyses.hpp"

namespace ndweave::compiler::ptx {
namespace {

namespace match = llvm::PatternMatch;

bool is_separable(const llvm::Value* value) {
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
    return sum && match::match(sum, match::m_NSWAdd(match::m_Value(), match::m_ConstantInt())) &&
           !sum->hasNoUnsignedWrap();
}

}  // namespace

llvm::PreservedAnalyses separable_extensions::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* extension = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
        if (!extension || !extension->hasNonNeg() || !is_separable(extension->getOperand(0))) continue;
        llvm::IRBuilder<> builder(extension);
        extension->replaceAllUsesWith(builder.CreateSExt(extension->getOperand(0), extension->getType()));
        extension->eraseFromParent();
        changed = true;
    }
    return control_flow_kept(changed);
}

}  // namespace ndweave::compiler::ptx
