/// Basic blocks as labels, branches as gotos, phis as parallel copies on the edges. Loops are `for (;;)` where their
/// blocks allow it: clang marks the end of a loop statement for the optimizer, but not a goto that goes back (PoCL: a
/// tiled product of matrices takes 1.15 times as long with gotos).
#include "compiler/codegen/c_source/passes/doubling_recurrences.hpp"
#include "compiler/codegen/c_source/passes/group_loops.hpp"
#include "compiler/codegen/c_source/text/emission.hpp"
#include "compiler/passes/analysis/loop_analyses.hpp"
#include "llvm/ADT/PostOrderIterator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using blocks = std::vector<const llvm::BasicBlock*>;

/// Loops that are written as such: their blocks follow each other, header first, and only the last one goes back.
class written_loops {
public:
    written_loops(llvm::Function& kernel, const blocks& order) {
        loop_analyses analyses(kernel);
        for (std::size_t at = 0; at < order.size(); ++at) {
            const llvm::Loop* loop = analyses.loops.getLoopFor(order[at]);
            if (loop && loop->getHeader() == order[at] && is_run(analyses.loops, *loop, order, at)) {
                latch_of_[order[at]] = loop->getLoopLatch();
                header_of_[loop->getLoopLatch()] = order[at];
                if (is_parallel(*loop)) parallel_.insert(order[at]);
                if (has_doubling_recurrence(*loop, analyses.evolution)) rolled_.insert(order[at]);
            }
        }
    }
    bool begins_with(const llvm::BasicBlock& block) const { return latch_of_.count(&block); }
    /// Whether the loop that begins with the block must not be unrolled.
    bool stays_rolled(const llvm::BasicBlock& block) const { return rolled_.count(&block); }
    /// Whether the iterations of the loop that begins with the block are independent of each other.
    bool is_parallel_from(const llvm::BasicBlock& block) const { return parallel_.count(&block); }
    bool ends_with(const llvm::BasicBlock& block) const { return header_of_.count(&block); }
    /// Whether the edge is the end of a written loop to its beginning.
    bool repeats(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
        return latch_of_.lookup(&to) == &from;
    }

private:
    static bool is_run(const llvm::LoopInfo& loops, const llvm::Loop& loop, const blocks& order, std::size_t at) {
        const llvm::BasicBlock* latch = loop.getLoopLatch();
        if (!latch || loops.getLoopFor(latch) != &loop) return false;
        const std::size_t count = loop.getNumBlocks();
        if (at + count > order.size() || order[at + count - 1] != latch) return false;
        return std::all_of(order.begin() + static_cast<std::ptrdiff_t>(at),
                           order.begin() + static_cast<std::ptrdiff_t>(at + count),
                           [&](const llvm::BasicBlock* block) { return loop.contains(block); });
    }

    llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> latch_of_, header_of_;
    llvm::DenseSet<const llvm::BasicBlock*> rolled_, parallel_;
};

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

std::string edge(emission& e, const written_loops& loops, const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
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
    return "{ " + first + second + (loops.repeats(from, to) ? "continue" : "goto " + e.labels.lookup(&to)) + "; }";
}

void emit_branch(emission& e, const written_loops& loops, const llvm::BranchInst& branch) {
    const llvm::BasicBlock& from = *branch.getParent();
    if (branch.isUnconditional()) return e.line(edge(e, loops, from, *branch.getSuccessor(0)));
    e.line("if (" + value(e, branch.getCondition()) + ") " + edge(e, loops, from, *branch.getSuccessor(0)) + " else " +
           edge(e, loops, from, *branch.getSuccessor(1)));
}

void emit_switch(emission& e, const written_loops& loops, const llvm::SwitchInst& choice) {
    const llvm::BasicBlock& from = *choice.getParent();
    e.line("switch (" + value(e, choice.getCondition()) + ") {");
    for (const auto& c : choice.cases()) {
        e.line("case " + value(e, c.getCaseValue()) + ": " + edge(e, loops, from, *c.getCaseSuccessor()));
    }
    e.line("default: " + edge(e, loops, from, *choice.getDefaultDest()));
    e.line("}");
}

void emit_terminator(emission& e, const written_loops& loops, const llvm::Instruction& terminator) {
    if (llvm::isa<llvm::ReturnInst>(terminator)) return e.line("return;");
    if (llvm::isa<llvm::UnreachableInst>(terminator)) {
        e.line(std::string(e.dialect.trap));
        return e.dialect.is_opencl ? void() : e.line("return;");
    }
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator)) return emit_branch(e, loops, *branch);
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) return emit_switch(e, loops, *choice);
    refuse(&terminator, std::string("the instruction '") + terminator.getOpcodeName() + "'");
}

bool is_dead(const emission& e, const llvm::Instruction& i) { return !i.getType()->isVoidTy() && !e.names.count(&i); }

void emit_block(emission& e, const written_loops& loops, const llvm::BasicBlock& block) {
    if (!block.isEntryBlock()) e.body += e.labels.lookup(&block) + ":;\n";
    if (e.runs_groups && loops.is_parallel_from(block)) {
        e.body += "#pragma clang loop vectorize(assume_safety) unroll(disable)\n";
    } else if (loops.stays_rolled(block)) {
        e.body += "#pragma unroll 1\n";
    }
    if (loops.begins_with(block)) e.line("for (;;) {");
    for (const llvm::Instruction& i : block) {
        e.at = &i;
        if (i.isTerminator()) {
            emit_terminator(e, loops, i);
        } else if (!llvm::isa<llvm::PHINode>(i) && !is_dead(e, i) && !e.arguments.count(&i)) {
            emit_instruction(e, i);
        }
    }
    if (loops.ends_with(block)) e.line("}");
}

}  // namespace

void emit_blocks(emission& e) {
    const llvm::ReversePostOrderTraversal<const llvm::Function*> walk(&e.entry);
    const blocks order(walk.begin(), walk.end());
    const written_loops loops(e.entry, order);
    name_values(e, order);
    emit_guard(e);
    for (const llvm::BasicBlock* block : order) emit_block(e, loops, *block);
}

}  // namespace ndweave::compiler::c_source_detail
