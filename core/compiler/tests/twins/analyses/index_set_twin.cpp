#include "index_set_twin.hpp"

#include "compiler/tests/twins/watches/claim_broken.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

/// The condition as `from`, which leads to the block, has it.
static const Value* condition_from(const BranchInst& branch, const BasicBlock& from) {
    const auto* const phi = dyn_cast<PHINode>(branch.getCondition());
    return phi && phi->getParent() == branch.getParent() ? phi->getIncomingValueForBlock(&from) : branch.getCondition();
}

/// In "apart" the work-items that do not run in lockstep go their own ways: on to the loop that remains, or past it.
index_set_claims index_set_claims_of(const Function& function) {
    index_set_claims claims;
    for (const BasicBlock& apart : function) {
        if (!apart.getName().starts_with("apart")) continue;
        const auto& own = cast<BranchInst>(*apart.getTerminator());
        const bool when =
            own.getSuccessor(0)->getName().starts_with("rest") || own.getSuccessor(1)->getName().starts_with("past");
        for (const BasicBlock* from : predecessors(&apart))
            claims[from->getTerminator()] = {condition_from(own, *from), when};
    }
    return claims;
}

void index_set_twin::executes(const running_item& item, const Instruction& i) {
    const auto claim = claims_.find(&i);
    if (claim == claims_.end()) return;
    const auto [own, when] = claim->second;
    const bool all_go_on = item.value(*cast<BranchInst>(i).getCondition()) != 0;
    if (!all_go_on || (item.value(*own) != 0) == when) return;
    throw claim_broken("index sets", i,
                       "says that all go on, but work-item " + std::to_string(item.number()) + " does not");
}

}  // namespace ndweave::compiler::testing
