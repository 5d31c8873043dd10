#include "kernel_reductions.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

std::unique_ptr<Module> parse(const std::string& text, LLVMContext& context) {
    SMDiagnostic problem;
    auto module = parseAssemblyString(text, problem, context);
    if (!module) throw std::logic_error("kernel to be reduced: " + problem.getMessage().str());
    return module;
}

bool is_effect(const Instruction& i) { return !i.isTerminator() && !isa<AllocaInst>(i) && i.mayHaveSideEffects(); }

/// An operand that could stand for the result.
Value* alike_operand(const Instruction& i) {
    for (const Use& use : i.operands()) {
        Value* const operand = use.get();
        if (operand->getType() == i.getType() && operand != &i) return operand;
    }
    return nullptr;
}

bool is_place_for(reduction kind, const Instruction& i) {
    switch (kind) {
        case reduction::drop_lines:  // of the function
            return i.getFunction()->getSubprogram() != nullptr && &i == &i.getFunction()->getEntryBlock().front();
        case reduction::take_first_branch:
        case reduction::take_last_branch:
            return i.isTerminator() && i.getNumSuccessors() > 1;
        case reduction::drop_effect:
            return is_effect(i);
        case reduction::drop_value:
            return !i.use_empty() && (i.getType()->isIntegerTy() || i.getType()->isFloatingPointTy());
        default:
            return !i.use_empty() && alike_operand(i) != nullptr;
    }
}

std::vector<Instruction*> places(reduction kind, Module& module) {
    std::vector<Instruction*> found;
    for (Function& function : module) {
        for (Instruction& i : instructions(function)) {
            if (is_place_for(kind, i)) found.push_back(&i);
        }
    }
    return found;
}

void apply(reduction kind, Instruction& i) {
    switch (kind) {
        case reduction::take_first_branch:
        case reduction::take_last_branch: {
            const unsigned which = kind == reduction::take_first_branch ? 0 : i.getNumSuccessors() - 1;
            BranchInst::Create(i.getSuccessor(which), i.getIterator());
            i.eraseFromParent();
            break;
        }
        case reduction::drop_effect:
            if (!i.use_empty()) i.replaceAllUsesWith(Constant::getNullValue(i.getType()));
            i.eraseFromParent();
            break;
        case reduction::drop_value:
            i.replaceAllUsesWith(Constant::getNullValue(i.getType()));
            break;
        case reduction::take_operand:
            if (Value* operand = alike_operand(i)) i.replaceAllUsesWith(operand);
            break;
        case reduction::drop_lines:
            stripDebugInfo(*i.getFunction());
            break;
    }
}

/// Stores to variables that nobody reads.
void drop_unread_variables(Function& function) {
    std::vector<Instruction*> unread;
    for (Instruction& i : instructions(function)) {
        const auto is_written = [&](const User* user) {
            const auto* store = dyn_cast<StoreInst>(user);
            return store && store->getPointerOperand() == &i && store->getValueOperand() != &i;
        };
        if (isa<AllocaInst>(i) && all_of(i.users(), is_written))
            for (User* store : i.users()) unread.push_back(cast<Instruction>(store));
    }
    for (Instruction* store : unread) store->eraseFromParent();
}

void clean(Module& module) {
    for (Function& function : make_early_inc_range(module)) {
        if (function.isDeclaration()) continue;
        removeUnreachableBlocks(function);
        for (BasicBlock& block : make_early_inc_range(function)) MergeBlockIntoPredecessor(&block);
        drop_unread_variables(function);
        for (bool more = true; more;) {
            more = false;
            for (Instruction& i : make_early_inc_range(instructions(function))) {
                if (!isInstructionTriviallyDead(&i)) continue;
                i.eraseFromParent();
                more = true;
            }
        }
    }
    for (Function& function : make_early_inc_range(module)) {
        if (function.use_empty() && (function.hasLocalLinkage() || function.isDeclaration())) {
            function.eraseFromParent();
        }
    }
}

std::string print(const Module& module) {
    std::string text;
    raw_string_ostream out(text);
    module.print(out, nullptr);
    return text;
}

}  // namespace

unsigned places_for(reduction kind, const std::string& module) {
    LLVMContext context;
    return static_cast<unsigned>(places(kind, *parse(module, context)).size());
}

std::optional<std::string> reduced(reduction kind, const std::string& module, unsigned first, unsigned last) {
    LLVMContext context;
    const auto parsed = parse(module, context);
    const auto all = places(kind, *parsed);
    for (unsigned p = first; p < last && p < all.size(); ++p) apply(kind, *all[p]);
    clean(*parsed);
    if (verifyModule(*parsed)) return std::nullopt;
    std::string made = print(*parsed);
    return made == module ? std::nullopt : std::optional(std::move(made));
}

}  // namespace ndweave::compiler::testing
