#include "element_twin.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/tests/twins/watches/claim_broken.hpp"
#include "compiler/tests/twins/watches/memory_access.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

element_claims element_claims_of(Function& function) {
    element_claims claims;
    for (Instruction& i : instructions(function)) {
        auto* const array = dyn_cast<AllocaInst>(&i);
        if (!array || !array->isStaticAlloca()) continue;
        if (auto found = find_element_accesses(*array)) claims.try_emplace(array, std::move(*found));
    }
    return claims;
}

void element_twin::executes(const running_item& item, const Instruction& i) {
    for (const memory_access& access : accesses_of(item, i)) {
        for (const auto& [begin, bytes, claim] : arrays_[item.number()]) {
            if (access.begin >= begin + bytes || access.begin + access.bytes <= begin) continue;
            const bool known = claim->all.contains(const_cast<Instruction*>(&i));
            if (known && access.bytes == claim->bytes && (access.begin - begin) % claim->bytes == 0) continue;
            throw claim_broken("private_elements", i,
                               (known ? "touches " : "was not found, and touches ") + std::to_string(access.bytes) +
                                   " bytes at " + std::to_string(access.begin - begin) +
                                   " of an array that is said to be accessed by elements of " +
                                   std::to_string(claim->bytes));
        }
    }
}

void element_twin::computes(const running_item& item, const Instruction& i, std::uint64_t value) {
    const auto claim = claims_.find(&i);
    if (claim == claims_.end()) return;
    const std::uint64_t bytes = cast<AllocaInst>(i).getAllocationSize(i.getDataLayout())->getFixedValue();
    arrays_[item.number()].push_back({value, bytes, &claim->second});
}

}  // namespace ndweave::compiler::testing
