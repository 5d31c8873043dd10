#include "compiler/codegen/c_source/passes/doubling_recurrences.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace ndweave::compiler::c_source_detail {
namespace {

constexpr unsigned harmless_iterations = 16;
constexpr unsigned enough = 1000;  // terms; an expression of more has doubled already

/// How often values that go round the loop stand in an expression that is written out as a tree.
struct occurrences {
    const llvm::Loop& loop;
    unsigned carried = 0, divided = 0, terms = 0;

    bool are_doubling() const { return (carried > 1 && divided > 0) || terms > enough; }

    void count(const llvm::SCEV* expression, bool is_divided) {
        if (++terms > enough) return;
        if (const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(expression)) {
            const auto* phi = llvm::dyn_cast<llvm::PHINode>(unknown->getValue());
            if (!phi || phi->getParent() != loop.getHeader()) return;
            ++carried;
            divided += is_divided ? 1 : 0;
            return;
        }
        for (const llvm::SCEV* operand : expression->operands()) {
            count(operand, is_divided || llvm::isa<llvm::SCEVUDivExpr>(expression));
        }
    }
};

}  // namespace

bool has_doubling_recurrence(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    const unsigned iterations = evolution.getSmallConstantMaxTripCount(&loop);  // 0: not known
    if (!latch || (iterations > 0 && iterations <= harmless_iterations)) return false;
    for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
        if (!phi.getType()->isIntegerTy()) continue;
        occurrences found{loop};
        found.count(evolution.getSCEV(phi.getIncomingValueForBlock(latch)), false);
        if (found.are_doubling()) return true;
    }
    return false;
}

llvm::PreservedAnalyses keep_doubling_loops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (has_doubling_recurrence(*loop, evolution))
            llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", true);
    }
    return llvm::PreservedAnalyses::all();  // but for metadata
}

}  // namespace ndweave::compiler::c_source_detail
