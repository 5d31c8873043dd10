/// Forward control flow of random kernels: if, switch, and returns. `converged` says of a place who is there together,
/// `together` who goes the same way.
#pragma once

#include "random_calls.hpp"

namespace ndweave::compiler::testing {

class random_branches : protected random_calls {
protected:
    using random_calls::random_calls;

    /// Some statements, nested at most `depth` deep.
    virtual void body(unsigned depth, unsigned statements, scope converged) = 0;

    void branch(unsigned depth, scope converged, scope together);
    void choose(unsigned depth, scope converged, scope together);

    /// Some statements, between which sub-groups leave for what is behind them.
    void skip_parts(unsigned depth, scope converged);

    /// The group returns.
    void return_early();

    /// The counted loop that control is in, which a switch's cases may leave or go on with.
    struct enclosing_loop {
        llvm::BasicBlock *left = nullptr, *next = nullptr;
        scope together = scope::work_item;  // who leaves at the same time
    };
    enclosing_loop loop_;

    /// Some return, with their outputs or without. Pre: nothing follows that more do together.
    void leave(scope together);

    /// To `out` now and then.
    void leave_for(llvm::BasicBlock* out, scope together);

private:
    llvm::SmallVector<llvm::ConstantInt*> case_values(unsigned count, unsigned bits);
    llvm::BasicBlock* behind_case(llvm::BasicBlock* join, llvm::BasicBlock* next, bool may_leave_loop);
};

}  // namespace ndweave::compiler::testing
