/// Atomic operations of random kernels: such as give the same memory in any order, whose results nobody looks at; and
/// any, with their results, on memory that only one work-item uses.
#pragma once

#include "random_aliases.hpp"

namespace ndweave::compiler::testing {

class random_atomics : protected random_aliases {
protected:
    using random_aliases::random_aliases;

    /// In memory that the whole launch shares.
    void update_atomically();

    /// In `sum_count` words, or `wide_sum_count` numbers of 64 bits.
    void update(llvm::Value* sums);
    void update_wide(llvm::Value* sums);

    /// Exchange, compare and exchange, and others on the work-item's own memory.
    void update_own();

private:
    llvm::AtomicOrdering any_order();
    void raise_by_comparing(llvm::Value* place);
};

}  // namespace ndweave::compiler::testing
