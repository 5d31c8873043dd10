#include "loop_clock.hpp"

#include <llvm/ADT/Hashing.h>

namespace ndweave::compiler::testing {

using namespace llvm;

void loop_clock::enter(std::size_t item, const BasicBlock* from, const BasicBlock& to) {
    state& its = running_[item];
    while (!its.around.empty() && !its.around.back().loop->contains(&to)) its.around.pop_back();
    const Loop* loop = loops_.getLoopFor(&to);
    if (!loop || loop->getHeader() != &to) return;
    const bool again = !its.around.empty() && its.around.back().loop == loop;
    if (again && loop->contains(from)) {
        ++its.around.back().at.iteration;
    } else {
        its.around.push_back({loop, {its.entered++, 0}});
    }
}

std::uint64_t loop_clock::iteration(std::size_t item) const {
    hash_code all = 0;
    for (const place& each : running_[item].around) all = hash_combine(all, each.at.iteration);
    return all;
}

loop_clock::turn loop_clock::turn_of(std::size_t item, const Loop& loop) const {
    for (const place& each : running_[item].around) {
        if (each.loop == &loop) return each.at;
    }
    llvm_unreachable("the work-item is not in this loop");
}

}  // namespace ndweave::compiler::testing
