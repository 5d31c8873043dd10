/// What the work-items of a random kernel's group do together: exchanges through local memory, trees, broadcasts,
/// two-dimensional tiles, atomic operations on local memory, shuffles. All of it where the whole group is.
#pragma once

#include "random_atomics.hpp"

namespace ndweave::compiler::testing {

class random_exchange : protected random_atomics {
protected:
    using random_atomics::random_atomics;

    /// One of the group's operations.
    void act_together();
    void exchange();

    /// Which element a work-item takes, or has: another for each.
    llvm::Value* partner();

    /// A sub-group exchange, from a lane that exists.
    void shuffle();

private:
    void tree();
    void sweep();
    void broadcast();
    void count_together();
    void transpose();
};

}  // namespace ndweave::compiler::testing
