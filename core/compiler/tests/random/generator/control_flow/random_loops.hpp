/// Loops of random kernels: counted ones, such that neighbours go through memory side by side, by index or by
/// pointer, and such with barriers that work-items leave at different times.
#pragma once

#include "random_branches.hpp"

namespace ndweave::compiler::testing {

class random_loops : protected random_branches {
protected:
    using random_branches::random_branches;

    void loop(unsigned depth, bool converged, bool together);
    void strided_loop(unsigned depth);
    void pointer_loop(unsigned depth);
    void unequal_trips();

private:
    void part_of_iteration(unsigned depth, bool together, llvm::BasicBlock* out, unsigned percent);
    llvm::Value* first_of_walk();
    llvm::Value* step_of_walk();
};

}  // namespace ndweave::compiler::testing
