#include "compiler/passes/after_vectorizer/prefetch_rows.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/after_vectorizer/prefetch.hpp"
#include "compiler/passes/analysis/captures.hpp"
#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

const host::tuning& tuned() { return host::target_tuning(); }

class prefetcher {
public:
    explicit prefetcher(Function& function) : analyses_(function) {}

    unsigned run() {
        std::vector<LoadInst*> all;
        for (const Loop* loop : analyses_.loops.getLoopsInPreorder()) {
            const std::vector<LoadInst*> streams = streams_of(*loop);
            if (streams.size() <= tuned().max_rows) all.insert(all.end(), streams.begin(), streams.end());
        }
        for (LoadInst* load : all) {
            IRBuilder<> at(load);
            Value* const ahead = at.CreateConstGEP1_64(at.getInt8Ty(), load->getPointerOperand(), tuned().row_distance);
            create_prefetch(at, ahead, fetch_to::read);
        }
        return all.size();
    }

private:
    /// The first load of each stream, if `loop` is one to look after.
    std::vector<LoadInst*> streams_of(const Loop& loop) {
        if (!loop.isInnermost() || !loop.getParentLoop() || analyses_.evolution.getSmallConstantTripCount(&loop) != 0)
            return {};
        std::vector<LoadInst*> streams;
        bool irregular = false;
        for (BasicBlock* block : loop.blocks()) {
            for (Instruction& i : *block) {
                if (i.getType()->isVectorTy()) return {};
                auto* const load = dyn_cast<LoadInst>(&i);
                if (!load || !load->isSimple()) continue;
                irregular |= !walk_of(*load) && !loop.isLoopInvariant(load->getPointerOperand());
                if (is_stream(*load, loop) && none_of(streams, [&](const LoadInst* s) { return is_same(*s, *load); })) {
                    streams.push_back(load);
                }
            }
        }
        return irregular ? streams : std::vector<LoadInst*>();
    }

    const SCEVAddRecExpr* walk_of(const LoadInst& load) {
        return dyn_cast<SCEVAddRecExpr>(analyses_.evolution.getSCEV(const_cast<Value*>(load.getPointerOperand())));
    }

    bool is_stream(const LoadInst& load, const Loop& loop) {
        const SCEVAddRecExpr* const walk = walk_of(load);
        if (!walk || walk->getLoop() != &loop || !walk->isAffine()) return false;
        const auto* const step = dyn_cast<SCEVConstant>(walk->getStepRecurrence(analyses_.evolution));
        if (!step || !is_capture(base_of(load.getPointerOperand()))) return false;
        return step->getAPInt().sge(tuned().min_row_step) && step->getAPInt().sle(tuned().max_row_step);
    }

    /// Elements of one iteration of an unrolled loop.
    bool is_same(const LoadInst& a, const LoadInst& b) {
        const auto* const apart = dyn_cast<SCEVConstant>(analyses_.evolution.getMinusSCEV(walk_of(a), walk_of(b)));
        return apart && apart->getAPInt().abs().ult(tuned().max_row_step);
    }

    loop_analyses analyses_;
};

}  // namespace

unsigned prefetch_rows(Module& module) {
    unsigned fetched = 0;
    for (Function& function : module) {
        if (!function.isDeclaration()) fetched += prefetcher(function).run();
    }
    return fetched;
}

}  // namespace ndweave::compiler
