/// `if`, `switch`, and ways out of loops and functions.
#pragma once

#include "assignments.hpp"

namespace random_programs {

class random_branches : protected random_assignments {
protected:
    using random_assignments::random_assignments;

    statement if_else(const place&);
    /// Both arms hold branches and end in a constant for the same variable.
    statement arms_with_constants(const place&);
    statement switch_case(const place&);
    /// `if (condition) break;`, `continue` or `return`, where there is something to leave.
    statement way_out(const place&);
    statement guarded_division(const place&);

    /// What `return` returns; nothing: the function is void.
    std::optional<type> result_;
    /// Work-items may return from the kernel each for itself.
    bool alone_ = true;
};

}  // namespace random_programs
