/// What the work-items of a random kernel's group do together: exchanges through local memory, trees, broadcasts,
/// atomic operations on local memory, shuffles. All of it where the whole group is.
#pragma once

#include <functional>

#include "random_private.hpp"

namespace ndweave::compiler::testing {

class random_exchange : protected random_private {
protected:
    using random_private::random_private;

    /// One of the group's operations.
    void act_together();

    /// Adds, or takes the larger, in memory that the whole launch shares. Their results are not looked at.
    void update_atomically();

private:
    void exchange();
    void tree();
    void sweep();
    void broadcast();
    void count_together();
    void shuffle();
    void update(llvm::Value* sums);
    llvm::Value* partner();
    void guarded(llvm::Value* condition, const std::function<void()>& body);
};

}  // namespace ndweave::compiler::testing
