#include "liveness_twin.hpp"

#include <llvm/IR/Instructions.h>

#include "compiler/tests/twins/watches/claim_broken.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

static void expect(bool live, const Value& value, const char* where, const BasicBlock& block) {
    if (live) return;
    throw claim_broken("liveness", value,
                       std::string("is said to be dead ") + where + block.getName().str() + ", but is used after that");
}

void liveness_twin::check(state& its, const Value& used, std::size_t end) {
    const auto* value = dyn_cast<Instruction>(&used);
    if (!value) return;
    for (std::size_t& n = its.checked[value]; n < end; ++n) {
        if (n == 0) continue;
        const BasicBlock &before = *its.way[n - 1], &block = *its.way[n];
        expect(live_.live_out(*value, before), *value, "at the end of ", before);
        expect(live_.live_in(*value, block), *value, "at the start of ", block);
    }
}

/// A PHI uses its value at the end of the block before.
void liveness_twin::enters(const running_item& item, const BasicBlock* from, const BasicBlock& to) {
    state& its = running_[item.number()];
    for (const PHINode& phi : to.phis()) {
        const auto* value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(from));
        if (!value) continue;
        check(its, *value, its.way.size());
        expect(live_.live_out(*value, *from), *value, "at the end of ", *from);
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
