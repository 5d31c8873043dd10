#include "liveness_twin.hpp"

#include <llvm/IR/Instructions.h>

#include "claim_broken.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

void liveness_twin::check(state& its, const Value& used, std::size_t end) {
    const auto* value = dyn_cast<Instruction>(&used);
    if (!value) return;
    for (std::size_t& n = its.checked[value]; n < end; ++n) {
        if (n == 0) continue;
        if (!live_.live_in(*value, *its.way[n])) throw claim_broken("liveness", *value, "is not live into " + its.way[n]->getName().str() + ", but used after that");
        if (!live_.live_out(*value, *its.way[n - 1])) throw claim_broken("liveness", *value, "is not live out of " + its.way[n - 1]->getName().str() + ", but used after that");
    }
}

/// A PHI uses its value at the end of the block before.
void liveness_twin::enters(const running_item& item, const BasicBlock* from, const BasicBlock& to) {
    state& its = running_[item.number()];
    for (const PHINode& phi : to.phis()) {
        const Value& used = *phi.getIncomingValueForBlock(from);
        check(its, used, its.way.size());
        const auto* value = dyn_cast<Instruction>(&used);
        if (value && !live_.live_out(*value, *from)) throw claim_broken("liveness", *value, "is not live out of " + from->getName().str() + ", but used by a PHI behind it");
    }
    its.way.push_back(&to);
}

void liveness_twin::executes(const running_item& item, const Instruction& i) {
    state& its = running_[item.number()];
    for (const Value* operand : i.operand_values()) check(its, *operand, its.way.size());
}

void liveness_twin::computes(const running_item& item, const Instruction& i, std::uint64_t) {
    state& its = running_[item.number()];
    its.checked[&i] = its.way.size();
}

}  // namespace ndweave::compiler::testing
