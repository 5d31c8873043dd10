/// What the work-items of a random kernel's group do together: exchanges through local memory, trees, broadcasts,
/// two-dimensional tiles, atomic operations on local memory, what sub-groups do. All of it where the whole group is.
#pragma once

#include "random_sub_groups.hpp"

namespace ndweave::compiler::testing {

class random_exchange : protected random_sub_groups {
protected:
    using random_sub_groups::random_sub_groups;

    /// One of the group's operations.
    void act_together();
    void exchange();

    /// Which element a work-item takes, or has: another for each.
    llvm::Value* partner();

private:
    void tree();
    void sweep();
    void broadcast();
    void count_together();
    void transpose();
};

}  // namespace ndweave::compiler::testing
