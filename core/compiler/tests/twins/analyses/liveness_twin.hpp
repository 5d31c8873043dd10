/// What `liveness` says of a kernel, against a run of it: from where a value is made to where it is used, it is live at
/// the start of every block that the work-item enters, and at the end of the one before.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "compiler/passes/analysis/liveness.hpp"
#include "compiler/tests/random/interpreter/run_observer.hpp"

namespace ndweave::compiler::testing {

class liveness_twin : public run_observer {
public:
    explicit liveness_twin(llvm::Function& function) : live_(function) {}

    void begins(const work_group&, std::size_t items) override {
        running_.clear();
        running_.resize(items);
    }
    void enters(const running_item&, const llvm::BasicBlock* from, const llvm::BasicBlock& to) override;
    void executes(const running_item&, const llvm::Instruction&) override;
    void computes(const running_item&, const llvm::Instruction&, std::uint64_t value) override;

private:
    struct state {
        std::vector<const llvm::BasicBlock*> way;                 // blocks in the order that they were entered
        llvm::DenseMap<const llvm::Value*, std::size_t> checked;  // the value is known to be live up to here
    };

    /// `way` up to `end`: the value is used after that.
    void check(state&, const llvm::Value& used, std::size_t end);

    liveness live_;
    std::vector<state> running_;
};

}  // namespace ndweave::compiler::testing
