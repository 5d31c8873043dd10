/// Loops: counted, by strides, by pointer, searches. All end: counters are not assigned in bodies.
#pragma once

#include "branches.hpp"

namespace random_programs {

class random_loops : protected random_branches {
protected:
    using random_branches::random_branches;

    statement loop(const place&);
    /// `for (k = l; k < n; k += group)`: where `equal`, all work-items of the group take as many iterations.
    statement strided_loop(const place&, bool equal);
    statement pointer_loop(const place&);
    /// `while (x > 1) x = x % 2 ? … : …;`
    statement halving_loop(const place&);
    /// Two ways out: one that may be the same for all, one by the work-item's own list.
    statement search(const place&);

    /// The work-item's number in its group, and how many these are; a basic kernel has a group of 1.
    std::string local_id_ = "0";
    std::size_t group_items_ = 1;

private:
    statements iteration(const place&, const variable& counter);
};

}  // namespace random_programs
