/// Which iteration of which loops a work-item is in.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <vector>

namespace ndweave::compiler::testing {

class loop_clock {
public:
    explicit loop_clock(llvm::Function& function) : dominators_(function), loops_(dominators_) {}

    void begin(std::size_t items) { running_.assign(items, {}); }

    /// To be told of each block that the work-item enters.
    void enter(std::size_t item, const llvm::BasicBlock* from, const llvm::BasicBlock& to);

    /// The same for two work-items that are in the same iterations of all loops around the same block, as far as a hash
    /// can tell.
    std::uint64_t iteration(std::size_t item) const;

    /// The iteration of `loop`, and a number that tells the times apart that the loop was entered. Pre: the work-item
    /// is in the loop.
    struct turn {
        std::uint64_t entered, iteration;
    };
    turn turn_of(std::size_t item, const llvm::Loop& loop) const;

    const llvm::LoopInfo& loops() const { return loops_; }

private:
    struct place {
        const llvm::Loop* loop;
        turn at;
    };
    struct state {
        std::vector<place> around;  // the outermost loop first
        std::uint64_t entered = 0;
    };

    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    std::vector<state> running_;
};

}  // namespace ndweave::compiler::testing
