#include "uniformity_twin.hpp"

#include <llvm/IR/InstIterator.h>

#include "compiler/tests/twins/watches/claim_broken.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

uniformity_claims claims_of(const uniformity& analysis, const Function& function) {
    uniformity_claims claims;
    if (!analysis.lockstep()) return claims;
    for (const Instruction& i : instructions(function)) {
        if (!i.getType()->isVoidTy() && analysis.is_uniform(i)) claims.uniform.insert(&i);
    }
    for (const BasicBlock& block : function) {
        if (analysis.is_converged(block)) claims.converged.insert(&block);
        if (!analysis.branches_apart(block)) claims.together.insert(&block);
    }
    return claims;
}

void uniformity_twin::begins(const work_group&, std::size_t items) {
    items_ = items;
    clock_.begin(items);
    values_.clear();
    ways_.clear();
    visits_.clear();
}

static std::string both(std::size_t one, const std::string& its, std::size_t other, const std::string& others) {
    return its + " for work-item " + std::to_string(one) + ", " + others + " for work-item " + std::to_string(other);
}

static std::string name_of(const BasicBlock* block) {
    std::string text;
    raw_string_ostream out(text);
    block->printAsOperand(out, false);
    return text;
}

void uniformity_twin::enters(const running_item& item, const BasicBlock* from, const BasicBlock& to) {
    const std::size_t me = item.number();
    if (from && claims_.together.contains(from)) {
        const auto [seen, is_new] =
            ways_.try_emplace({from, clock_.iteration(me)}, first_seen<const BasicBlock*>{&to, me});
        const auto& [way, who] = seen->second;
        if (!is_new && way != &to)
            throw claim_broken("uniformity", *from,
                               "is said to be left by all the same way, but is left " +
                                   both(who, "to " + name_of(way), me, "to " + name_of(&to)));
    }
    clock_.enter(me, from, to);
    if (!claims_.converged.contains(&to)) return;
    auto& of_all = visits_[&to];
    of_all.resize(items_);
    ++of_all[me].times;
    of_all[me].iterations = hash_combine(of_all[me].iterations, clock_.iteration(me));
}

void uniformity_twin::computes(const running_item& item, const Instruction& i, std::uint64_t value) {
    if (!claims_.uniform.contains(&i)) return;
    const std::size_t me = item.number();
    const auto [seen, is_new] = values_.try_emplace({&i, clock_.iteration(me)}, first_seen<std::uint64_t>{value, me});
    const auto& [other, who] = seen->second;
    if (is_new || other == value) return;
    throw claim_broken("uniformity", i,
                       "is said to be uniform, but is " + both(who, std::to_string(other), me, std::to_string(value)));
}

void uniformity_twin::meets() {
    for (const auto& [block, of_all] : visits_) {
        for (std::size_t n = 1; n < of_all.size(); ++n) {
            if (of_all[n] == of_all[0]) continue;
            const auto times = [&](std::size_t of) { return std::to_string(of_all[of].times) + " times"; };
            throw claim_broken("uniformity", *block,
                               "is said to be reached by all together, but is " + both(0, times(0), n, times(n)) +
                                   ", or in other iterations");
        }
    }
}

}  // namespace ndweave::compiler::testing
