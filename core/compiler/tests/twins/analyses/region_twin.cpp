#include "region_twin.hpp"

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/tests/twins/watches/claim_broken.hpp"

namespace ndweave::compiler::testing {

void region_twin::executes(const running_item& item, const llvm::Instruction& i) {
    if (calls(i, builtin::barrier)) heads_[item.number()] = i.getParent();
}

void region_twin::meets() {
    for (std::size_t n = 1; n < heads_.size(); ++n) {
        if (heads_[n] == heads_[0]) continue;
        throw claim_broken("region plan", *heads_[0],
                           "is where work-item 0 waits, but work-item " + std::to_string(n) + " waits at " +
                               heads_[n]->getName().str());
    }
}

}  // namespace ndweave::compiler::testing
