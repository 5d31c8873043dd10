/// Basic blocks as labels, branches as gotos, phis as parallel copies on the edges.
#include "compiler/target/c_source/emission.hpp"
#include "llvm/ADT/PostOrderIterator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using blocks = llvm::ReversePostOrderTraversal<const llvm::Function*>;

void name_values(emission& e, const blocks& order) {
    std::map<std::string, std::vector<std::string>> by_type;
    unsigned next = 0, next_label = 0;
    for (const llvm::BasicBlock* block : order) {
        e.labels[block] = "b" + std::to_string(next_label++);
        for (const llvm::Instruction& i : *block) {
            e.at = &i;
            if (i.getType()->isVoidTy() || i.getType()->isTokenTy() || e.arguments.count(&i)) continue;
            if (i.use_empty() && !i.mayHaveSideEffects()) continue;
            const std::string name = "v" + std::to_string(next++);
            e.names[&i] = name;
            by_type[variable_type(e, i)].push_back(name);
        }
    }
    for (const auto& [type, names] : by_type) {
        for (const std::string& name : names) e.variables += "    " + type + " " + name + ";\n";
    }
}

/// Whether a phi of the block is read by another phi on this edge, so that order matters.
bool needs_temporaries(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    for (const llvm::PHINode& phi : to.phis()) {
        const auto* source = llvm::dyn_cast<llvm::PHINode>(phi.getIncomingValueForBlock(&from));
        if (source && source != &phi && source->getParent() == &to) return true;
    }
    return false;
}

std::string edge(emission& e, const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    const bool temporaries = needs_temporaries(from, to);
    std::string first, second;
    unsigned count = 0;
    for (const llvm::PHINode& phi : to.phis()) {
        const llvm::Value* source = phi.getIncomingValueForBlock(&from);
        if (!e.names.count(&phi) || source == &phi || llvm::isa<llvm::UndefValue>(source)) continue;
        const std::string text = phi.getType()->isPointerTy() ? value(e, source, space_of(e, phi)) : value(e, source);
        if (temporaries) {
            const std::string copy = "t" + std::to_string(count++);
            first += variable_type(e, phi) + " " + copy + " = " + text + "; ";
            second += value(e, &phi) + " = " + copy + "; ";
        } else {
            second += value(e, &phi) + " = " + text + "; ";
        }
    }
    return "{ " + first + second + "goto " + e.labels.lookup(&to) + "; }";
}

void emit_branch(emission& e, const llvm::BranchInst& branch) {
    const llvm::BasicBlock& from = *branch.getParent();
    if (branch.isUnconditional()) return e.line(edge(e, from, *branch.getSuccessor(0)));
    e.line("if (" + value(e, branch.getCondition()) + ") " + edge(e, from, *branch.getSuccessor(0)) + " else " +
           edge(e, from, *branch.getSuccessor(1)));
}

void emit_switch(emission& e, const llvm::SwitchInst& choice) {
    const llvm::BasicBlock& from = *choice.getParent();
    e.line("switch (" + value(e, choice.getCondition()) + ") {");
    for (const auto& c : choice.cases()) {
        e.line("case " + value(e, c.getCaseValue()) + ": " + edge(e, from, *c.getCaseSuccessor()));
    }
    e.line("default: " + edge(e, from, *choice.getDefaultDest()));
    e.line("}");
}

void emit_terminator(emission& e, const llvm::Instruction& terminator) {
    if (llvm::isa<llvm::ReturnInst>(terminator)) return e.line("return;");
    if (llvm::isa<llvm::UnreachableInst>(terminator)) {
        e.line(std::string(e.dialect.trap));
        return e.dialect.is_opencl ? void() : e.line("return;");
    }
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) return emit_branch(e, *branch);
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) return emit_switch(e, *choice);
    refuse(&terminator, std::string("the instruction '") + terminator.getOpcodeName() + "'");
}

bool is_dead(const emission& e, const llvm::Instruction& i) { return !i.getType()->isVoidTy() && !e.names.count(&i); }

void emit_block(emission& e, const llvm::BasicBlock& block, bool is_target) {
    if (is_target) e.body += e.labels.lookup(&block) + ":;\n";
    for (const llvm::Instruction& i : block) {
        e.at = &i;
        if (i.isTerminator()) {
            emit_terminator(e, i);
        } else if (!llvm::isa<llvm::PHINode>(i) && !is_dead(e, i) && !e.arguments.count(&i)) {
            emit_instruction(e, i);
        }
    }
}

}  // namespace

void emit_blocks(emission& e) {
    const blocks order(&e.entry);
    name_values(e, order);
    emit_guard(e);
    for (const llvm::BasicBlock* block : order) emit_block(e, *block, !block->isEntryBlock());
}

}  // namespace ndweave::compiler::c_source_detail
