/// What a region_plan says of a kernel, against a run of it by regions (region_walk.hpp): whoever waits in front of a
/// head, all wait there.
#pragma once

#include <vector>

#include "compiler/tests/random/interpreter/run_observer.hpp"

namespace ndweave::compiler::testing {

class region_twin : public run_observer {
public:
    void begins(const work_group&, std::size_t items) override { heads_.assign(items, nullptr); }
    void executes(const running_item&, const llvm::Instruction&) override;
    void meets() override;

private:
    std::vector<const llvm::BasicBlock*> heads_;  // that each work-item waited at last
};

}  // namespace ndweave::compiler::testing
