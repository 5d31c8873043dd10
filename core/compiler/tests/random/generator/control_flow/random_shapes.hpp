/// Shapes of control flow that compilers are known to get wrong more often than what chance alone makes: each one is
/// filled with random statements.
#pragma once

#include "random_loops.hpp"

namespace ndweave::compiler::testing {

class random_shapes : protected random_loops {
protected:
    using random_loops::random_loops;

    /// Both arms of a branch hold control flow with code behind it, and set a variable to what all work-items have
    /// there; behind them it is used: behind a barrier, or as a later loop's trip count.
    void arms(unsigned depth, scope converged);

    /// `do { if (a) { why = 1; break; } ...; if (b) { why = 2; break; } } while (..)`
    void search(unsigned depth, scope converged);

    /// Uniform numbers divided under a condition, the result an index, behind other control flow.
    void guarded_division(unsigned depth);

    /// `for (k = lid; k < n * items; k += items)` with barriers: all work-items iteration equally often.
    void equal_trips(unsigned depth);

    /// Memory that is the same for all, read in a loop of unequal trip counts and again behind it, where it decides
    /// about something that all do together.
    void read_again();

    /// By ids: rows, columns and planes of the group at the edge of which something else is done.
    void edges(unsigned depth);

private:
    void arm(unsigned depth, llvm::Value* result);
    void use_together(llvm::Value* result, scope converged);
    void count_iterations(llvm::Value* iterations);
    void exit_of_search(llvm::Value* why, llvm::BasicBlock* left, scope together);
    llvm::Value* captured(unsigned offset);
    void steps(unsigned depth, llvm::Value* end);
};

}  // namespace ndweave::compiler::testing
