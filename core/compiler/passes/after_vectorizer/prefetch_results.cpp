#include "compiler/passes/after_vectorizer/prefetch_results.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>

#include "compiler/passes/after_vectorizer/prefetch.hpp"
#include "compiler/passes/analysis/captures.hpp"
#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

const host::tuning& tuned() { return host::target_tuning(); }

/// What a store writes in a run of its loop: `lines` of them, `step` bytes apart.
struct stream {
    const SCEV* start;
    std::uint64_t lines, step;
};

/// A loop that takes prefetches: its trip count, and how many prefetches an iteration still takes.
struct host_loop {
    Loop* loop;
    std::uint64_t iterations;
    unsigned room;
};

/// How a host loop fetches a stream: `in_iteration` lines in each iteration, which moves on by `advance` bytes.
struct share {
    unsigned in_iteration;
    std::uint64_t advance;
};

std::optional<share> share_of(const stream& s, std::uint64_t iterations) {
    const bool whole_lines = s.lines % iterations == 0;
    const bool parts_of_lines =
        s.step == tuned().cache_line && iterations % s.lines == 0 && tuned().cache_line * s.lines >= iterations;
    if (!whole_lines && !parts_of_lines) return {};
    return share{static_cast<unsigned>(divideCeil(s.lines, iterations)), s.step * s.lines / iterations};
}

class prefetcher {
public:
    explicit prefetcher(Function& function)
        : function_(function),
          analyses_(function),
          expander_(analyses_.evolution, function.getDataLayout(), "result") {}

    unsigned run() {
        std::vector<std::pair<Loop*, std::vector<stream>>> found;
        for (Loop* loop : analyses_.loops.getLoopsInPreorder()) {
            if (auto streams = streams_of(*loop); !streams.empty()) found.emplace_back(loop, std::move(streams));
        }
        unsigned fetched = 0;
        for (const auto& [loop, streams] : found) {
            std::vector<host_loop> hosts = hosts_before(*loop);
            for (const stream& s : streams) fetched += fetch(s, hosts) || fetch_for_next_iteration(s, *loop);
        }
        return fetched;
    }

private:
    /// The streams of an innermost loop in another, if they are worth it together.
    std::vector<stream> streams_of(Loop& loop) {
        std::vector<stream> streams;
        if (!loop.isInnermost() || !loop.getParentLoop()) return streams;
        const std::uint64_t iterations = analyses_.evolution.getSmallConstantTripCount(&loop);
        std::uint64_t lines = 0;
        for (BasicBlock* block : loop.blocks()) {
            for (Instruction& i : *block) {
                auto* const store = dyn_cast<StoreInst>(&i);
                const auto s = iterations && store ? stream_of(*store, loop, iterations) : std::nullopt;
                if (!s || any_of(streams, [&](const stream& other) { return same_lines(*s, other); })) continue;
                streams.push_back(*s);
                lines += s->lines;
            }
        }
        if (lines < tuned().min_all_result_lines || lines > tuned().max_all_result_lines) streams.clear();
        return streams;
    }

    std::optional<stream> stream_of(StoreInst& store, Loop& loop, std::uint64_t iterations) {
        const auto* const type = dyn_cast<FixedVectorType>(store.getValueOperand()->getType());
        if (!store.isSimple() || !type || store.hasMetadata(LLVMContext::MD_nontemporal)) return {};
        if (type->getPrimitiveSizeInBits().getFixedValue() / 8 < tuned().min_prefetched_store) return {};
        const Value* const base = base_of(store.getPointerOperand());
        if (!is_capture(base) || is_read(function_, base)) return {};
        const auto* const walk = dyn_cast<SCEVAddRecExpr>(analyses_.evolution.getSCEV(store.getPointerOperand()));
        if (!walk || walk->getLoop() != &loop || !walk->isAffine()) return {};
        const auto* const step = dyn_cast<SCEVConstant>(walk->getStepRecurrence(analyses_.evolution));
        // Lines that each iteration of the outer loop writes again are in the cache.
        if (!step || analyses_.evolution.isLoopInvariant(walk->getStart(), loop.getParentLoop())) return {};
        const std::int64_t bytes = step->getAPInt().getSExtValue();
        if (bytes < static_cast<std::int64_t>(tuned().min_prefetched_store)) return {};
        const std::uint64_t apart = std::max<std::uint64_t>(bytes, tuned().cache_line);
        const std::uint64_t lines = divideCeil(iterations * bytes, apart);
        if (lines > tuned().max_result_lines) return {};
        return stream{walk->getStart(), lines, apart};
    }

    bool same_lines(const stream& a, const stream& b) {
        const auto* const distance = dyn_cast<SCEVConstant>(analyses_.evolution.getMinusSCEV(a.start, b.start));
        return distance && a.step == b.step && distance->getAPInt().abs().ult(tuned().cache_line);
    }

    /// Prefetches that an iteration takes: half of what it accesses itself.
    static unsigned free_prefetches_in(const Loop& loop) {
        unsigned accesses = 0;
        for (const BasicBlock* block : loop.blocks()) {
            for (const Instruction& i : *block) accesses += i.mayReadOrWriteMemory();
        }
        return std::max(tuned().min_prefetches, accesses / 2);
    }

    /// Innermost loops that come before `loop` in each iteration of the one around both, in their order.
    std::vector<host_loop> hosts_before(Loop& loop) {
        std::vector<host_loop> hosts;
        for (Loop* other : *loop.getParentLoop()) {
            if (other == &loop || !other->isInnermost() || !other->getLoopPreheader() || !other->getLoopLatch())
                continue;
            if (!analyses_.dominators.dominates(other->getHeader(), loop.getHeader())) continue;
            if (const unsigned iterations = analyses_.evolution.getSmallConstantTripCount(other))
                hosts.push_back({other, iterations, free_prefetches_in(*other)});
        }
        llvm::sort(hosts, [&](const host_loop& a, const host_loop& b) {
            return analyses_.dominators.properlyDominates(a.loop->getHeader(), b.loop->getHeader());
        });
        return hosts;
    }

    /// Puts the prefetches of a stream into the first loop that has room for them.
    bool fetch(const stream& s, std::vector<host_loop>& hosts) {
        for (host_loop& host : hosts) {
            const auto part = share_of(s, host.iterations);
            Instruction* const before = host.loop->getLoopPreheader()->getTerminator();
            if (!part || part->in_iteration > host.room || !expander_.isSafeToExpandAt(s.start, before)) continue;
            Value* const start =
                expander_.expandCodeFor(s.start, PointerType::getUnqual(function_.getContext()), before);
            fetch_in(*host.loop, *start, s, *part);
            host.room -= part->in_iteration;
            return true;
        }
        return false;
    }

    /// Where there is no such loop, but some that come before it take their time: one iteration of the outer loop
    /// ahead.
    bool fetch_for_next_iteration(const stream& s, Loop& loop) {
        const Loop& around = *loop.getParentLoop();
        const auto* const walk = dyn_cast<SCEVAddRecExpr>(s.start);
        if (around.getSubLoops().size() < 2 || !walk || walk->getLoop() != &around || !walk->isAffine()) return false;
        if (!loop.getLoopPreheader() || !loop.getLoopLatch()) return false;
        const stream next{walk->getPostIncExpr(analyses_.evolution), s.lines, s.step};
        std::vector<host_loop> itself = {
            {&loop, analyses_.evolution.getSmallConstantTripCount(&loop), free_prefetches_in(loop)}};
        return fetch(next, itself);
    }

    static void fetch_in(Loop& loop, Value& start, const stream& s, const share& part) {
        IRBuilder<> at(loop.getHeader(), loop.getHeader()->begin());
        PHINode* const address = at.CreatePHI(start.getType(), 2, "result.line");
        address->addIncoming(&start, loop.getLoopPreheader());
        at.SetInsertPoint(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
        for (unsigned i = 0; i < part.in_iteration; ++i)
            create_prefetch(at, at.CreateConstGEP1_64(at.getInt8Ty(), address, i * s.step), fetch_to::write);
        at.SetInsertPoint(loop.getLoopLatch()->getTerminator());
        address->addIncoming(at.CreateConstGEP1_64(at.getInt8Ty(), address, part.advance), loop.getLoopLatch());
    }

    Function& function_;
    loop_analyses analyses_;
    SCEVExpander expander_;
};

}  // namespace

unsigned prefetch_results(Module& module) {
    unsigned fetched = 0;
    for (Function& function : module) {
        if (!function.isDeclaration()) fetched += prefetcher(function).run();
    }
    return fetched;
}

}  // namespace ndweave::compiler
