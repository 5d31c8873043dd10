#include "range_twin.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/passes/analysis/loop_analyses.hpp"
#include "compiler/passes/analysis/small_integers.hpp"
#include "compiler/tests/twins/watches/claim_broken.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

void add(range_claims& claims, const Value& value, const char* analysis, const ConstantRange& range) {
    if (!range.isFullSet()) claims[&value].push_back({analysis, range});
}

}  // namespace

range_claims range_claims_of(Function& function) {
    range_claims claims;
    loop_analyses analyses(function);
    DenseMap<const Loop*, std::unique_ptr<integer_ranges>> in_loops;
    for (const Loop* loop : analyses.loops.getLoopsInPreorder())
        in_loops[loop] = std::make_unique<integer_ranges>(*loop);
    for (Instruction& i : instructions(function)) {
        if (!i.getType()->isIntegerTy() || i.getType()->getIntegerBitWidth() > 64) continue;
        const KnownBits known = computeKnownBits(&i, function.getDataLayout());
        add(claims, i, "known bits", ConstantRange::fromKnownBits(known, false));
        add(claims, i, "known bits with sign", ConstantRange::fromKnownBits(known, true));
        if (const Loop* loop = analyses.loops.getLoopFor(i.getParent()))
            add(claims, i, "integer_ranges", in_loops[loop]->of(i));
        const SCEV* formula = analyses.evolution.getSCEV(&i);
        add(claims, i, "scalar evolution", analyses.evolution.getUnsignedRange(formula));
        add(claims, i, "scalar evolution with sign", analyses.evolution.getSignedRange(formula));
    }
    return claims;
}

void range_twin::computes(const running_item& item, const Instruction& i, std::uint64_t value) {
    const auto found = claims_.find(&i);
    if (found == claims_.end() || poison_.is_poison(item, i)) return;
    const APInt number(i.getType()->getIntegerBitWidth(), value);
    for (const auto& [analysis, range] : found->second) {
        if (range.contains(number)) continue;
        std::string text;
        raw_string_ostream(text) << range;
        throw claim_broken(analysis, i,
                           "is said to be in " + text + ", but is " + std::to_string(value) + " for work-item " +
                               std::to_string(item.number()));
    }
}

}  // namespace ndweave::compiler::testing
