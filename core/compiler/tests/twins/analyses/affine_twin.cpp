#include "affine_twin.hpp"

#include <llvm/IR/InstIterator.h>

#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/tests/random/interpreter/interpreted_operations.hpp"
#include "compiler/tests/twins/watches/claim_broken.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

affine_claims affine_claims_of(const uniformity& values, const Function& function) {
    affine_claims claims;
    if (!values.lockstep()) return claims;
    const affine_ids ids(values, affine_ids::extensions::proven);
    for (const Instruction& i : instructions(function)) {
        if (values.is_uniform(i) || !(i.getType()->isIntegerTy() || i.getType()->isPointerTy())) continue;
        if (const auto found = ids.of(i)) claims[&i] = *found;
    }
    return claims;
}

void affine_twin::begins(const work_group& group, std::size_t items) {
    clock_.begin(items);
    rests_.clear();
    std::copy(std::begin(group.local_range), std::end(group.local_range), local_range_.begin());
}

std::uint64_t affine_twin::part_of_ids(std::size_t item, const affine_ids::coefficients& of) const {
    std::uint64_t sum = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
        sum += static_cast<std::uint64_t>(of[axis]) * (item % local_range_[axis]);
        item /= local_range_[axis];
    }
    return sum;
}

void affine_twin::computes(const running_item& item, const Instruction& i, std::uint64_t value) {
    const auto claim = claims_.find(&i);
    if (claim == claims_.end() || poison_.is_poison(item, i)) return;
    const std::size_t me = item.number();
    const std::uint64_t rest = cut(value - part_of_ids(me, claim->second), *i.getType());
    const auto [seen, is_new] = rests_.try_emplace({&i, clock_.iteration(me)}, rest, me);
    const auto& [other, who] = seen->second;
    if (is_new || other == rest) return;
    throw claim_broken("affine_ids", i,
                       "is said to be a uniform value and multiples of ids, but without these is " +
                           std::to_string(other) + " for work-item " + std::to_string(who) + ", " +
                           std::to_string(rest) + " for work-item " + std::to_string(me));
}

}  // namespace ndweave::compiler::testing
