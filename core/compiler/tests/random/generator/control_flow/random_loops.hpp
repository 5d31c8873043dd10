/// Loops of random kernels: counted ones, such that neighbours go through memory side by side, by index or by
/// pointer, such with barriers that work-items leave at different times, and such whose iterations sub-groups share.
#pragma once

#include "random_branches.hpp"

namespace ndweave::compiler::testing {

class random_loops : protected random_branches {
protected:
    using random_branches::random_branches;

    void loop(unsigned depth, scope converged, scope together);
    void strided_loop(unsigned depth);
    void pointer_loop(unsigned depth);

    /// `meets`: who does something together in the first iterations.
    void unequal_trips(scope meets);
    void rows_by_sub_groups(unsigned depth);

private:
    scope any_scope(unsigned percent);
    void part_of_iteration(unsigned depth, scope together, llvm::BasicBlock* out, unsigned percent);
    llvm::Value* first_of_walk();
    llvm::Value* step_of_walk();
};

}  // namespace ndweave::compiler::testing
