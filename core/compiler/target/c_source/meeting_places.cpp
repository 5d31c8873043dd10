#include "compiler/target/c_source/meeting_places.hpp"

namespace ndweave::compiler::c_source_detail {

using namespace llvm;

meeting_places::meeting_places(Function& kernel) : dominators_(kernel), post_dominators_(kernel), loops_(dominators_) {}

/// Of the innermost loop around `block` a turn, else the kernel.
bool meeting_places::all_meet(const BasicBlock& block, const Loop* around) const {
    if (!around) return post_dominators_.dominates(&block, &block.getParent()->getEntryBlock());
    return around->getLoopLatch() && dominators_.dominates(&block, around->getLoopLatch());
}

bool meeting_places::contains(const BasicBlock& place) const {
    const BasicBlock* block = &place;
    const Loop* around = loops_.getLoopFor(block);
    for (;; block = around->getHeader(), around = around->getParentLoop()) {
        if (!all_meet(*block, around)) return false;
        if (!around) return true;
    }
}

}  // namespace ndweave::compiler::c_source_detail
