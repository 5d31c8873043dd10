/// Forward control flow of random kernels: if, switch, and returns. `converged` says of a place that the whole group
/// is there.
#pragma once

#include "random_calls.hpp"

namespace ndweave::compiler::testing {

class random_branches : protected random_calls {
protected:
    using random_calls::random_calls;

    /// Some statements, nested at most `depth` deep.
    virtual void body(unsigned depth, unsigned statements, bool converged) = 0;

    void branch(unsigned depth, bool converged, bool together);
    void choose(unsigned depth, bool converged, bool together);

    /// The group returns.
    void return_early();

    /// The counted loop that control is in, which a switch's cases may leave or go on with.
    struct enclosing_loop {
        llvm::BasicBlock *left = nullptr, *next = nullptr;
        bool together = false;  // all work-items of the group leave at the same time
    };
    enclosing_loop loop_;

    /// Some work-items return, with their outputs or without. Pre: no barrier follows.
    void leave();

private:
    llvm::SmallVector<llvm::ConstantInt*> case_values(unsigned count, unsigned bits);
    llvm::BasicBlock* behind_case(llvm::BasicBlock* join, llvm::BasicBlock* next, bool may_leave_loop);
};

}  // namespace ndweave::compiler::testing
