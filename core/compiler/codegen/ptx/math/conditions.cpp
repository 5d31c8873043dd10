#include "compiler/codegen/ptx/math/conditions.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/pass_manager/kept_analyses.hpp"

namespace ndweave::compiler::ptx {
namespace {

namespace match = llvm::PatternMatch;

constexpr unsigned deepest = 8;  // instructions between a condition and its loads

bool is_logic(llvm::Value* value) {
    return match::match(value, match::m_LogicalOr()) || match::match(value, match::m_LogicalAnd());
}

/// Whether instruction selection takes `value` for its bits alone.
bool is_plain(const llvm::Value* value) {
    return llvm::isa<llvm::LoadInst, llvm::PHINode, llvm::Argument>(value) || llvm::isGuaranteedNotToBePoison(value);
}

/// Whether nothing but flags makes poison of what `value` is computed from.
bool only_flags_make_poison(const llvm::Value* value, unsigned depth = 0) {
    if (is_plain(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || depth == deepest || llvm::isa<llvm::CallBase>(instruction)) return false;
    return !llvm::canCreatePoison(llvm::cast<llvm::Operator>(instruction), /*ConsiderFlagsAndMetadata=*/false) &&
           llvm::all_of(instruction->operands(),
                        [&](const llvm::Use& operand) { return only_flags_make_poison(operand, depth + 1); });
}

/// `value` without such flags: itself, or a copy in front of `where` if others use it with them, `is_shared` or by
/// themselves, which instruction selection joins again.
llvm::Value* without_flags(llvm::Value* value, llvm::Instruction& where, bool is_shared = false) {
    if (is_plain(value)) return value;
    auto* instruction = llvm::cast<llvm::Instruction>(value);
    is_shared |= !instruction->hasOneUse();
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (llvm::Value* operand : instruction->operands())
        operands.push_back(without_flags(operand, is_shared ? where : *instruction, is_shared));
    if (llvm::equal(operands, instruction->operands()) && !instruction->hasPoisonGeneratingAnnotations()) return value;
    if (is_shared) (instruction = instruction->clone())->insertBefore(&where);
    instruction->dropPoisonGeneratingAnnotations();
    for (auto [number, operand] : llvm::enumerate(operands))
        instruction->setOperand(static_cast<unsigned>(number), operand);
    return instruction;
}

bool write_as_bits(llvm::SelectInst& logic) {
    const bool is_or = match::match(&logic, match::m_LogicalOr());
    if (!is_or && !match::match(&logic, match::m_LogicalAnd())) return false;
    llvm::Value* second = is_or ? logic.getFalseValue() : logic.getTrueValue();
    if (!only_flags_make_poison(second)) return false;
    llvm::IRBuilder<> builder(&logic);
    llvm::Value* first = logic.getCondition();
    second = without_flags(second, logic);
    logic.replaceAllUsesWith(is_or ? builder.CreateOr(first, second) : builder.CreateAnd(first, second));
    logic.eraseFromParent();
    return true;
}

/// NVPTX splits a condition that is an `or` or `and` of one use, and nothing else.
bool keep_whole(llvm::SelectInst& selection) {
    llvm::Value* condition = selection.getCondition();
    if (selection.getType()->isIntOrIntVectorTy(1) || !condition->hasOneUse() || !is_logic(condition)) return false;
    llvm::IRBuilder<> builder(&selection);
    selection.setCondition(builder.CreateFreeze(condition));
    return true;
}

}  // namespace

llvm::PreservedAnalyses join_conditions::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    const auto each_selection = [&](bool (*change)(llvm::SelectInst&)) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
            if (auto* selection = llvm::dyn_cast<llvm::SelectInst>(&instruction);
                selection && selection->getCondition()->getType()->isIntegerTy(1))
                changed |= change(*selection);
    };
    each_selection(write_as_bits);
    each_selection(keep_whole);
    return control_flow_kept(changed);
}

}  // namespace ndweave::compiler::ptx
