/// Statements that change variables, and what surrounds a statement.
#pragma once

#include <optional>

#include "expressions.hpp"

namespace random_programs {

/// Where a statement stands.
struct place {
    unsigned depth;       // of statements that may be nested in it
    bool converged;       // all work-items of the group come here together
    bool loop;            // `break` and `continue` are allowed
    bool lanes = true;    // the compiler, too, sees that the work-items come together: what sub-group operations need
    bool parted = false;  // not all work-items that are in this loop, maybe with barriers, come here
    bool sub_group = false;  // where not the whole group comes together: all of a sub-group do

    /// In an arm or a loop that all take together or not.
    place inside(bool together) const {
        return {deeper(),
                converged && together,
                loop,
                lanes,
                parted || (loop && converged && !together),
                sub_group && together};
    }
    place in_loop(bool together) const {
        return {deeper(), converged && together, true, lanes, false, sub_group && together};
    }
    /// Where no `break` or `continue` may stand.
    place in_block(bool together) const {
        return {deeper(), converged && together, false, lanes, false, sub_group && together};
    }
    /// In an arm or a loop that all of a sub-group take together or not. No `break` or `continue` may stand there:
    /// others of the sub-group would stay.
    place of_sub_group() const { return {deeper(), false, false, lanes, false, true}; }

private:
    unsigned deeper() const { return depth > 0 ? depth - 1 : 0; }
};

/// A function that is called for what it does: `callee(values…, variables…)`.
struct procedure {
    std::string callee;
    std::vector<type> in, out;
};

/// Variables of one struct, with functions that return a changed copy of one: `f(variable, value)`.
struct structures {
    std::vector<std::string> all;
    std::string changed;
    type argument;
};

class random_assignments : protected random_expressions {
protected:
    using random_expressions::random_expressions;

    /// 1 to `most` random statements; what they declare is gone behind them.
    virtual statements body(unsigned most, const place&) = 0;

    statement assignment(const place&);
    statement scope(const place&);
    statement procedure_call(const place&);
    statement structure_copy(const place&);
    /// `variable = value;`, where it may be a uniform one only if the place is converged.
    std::string assign_constant(const variable&);
    /// null: there is none
    const variable* assignable(const place&, std::optional<type> of = {});

    std::vector<procedure> procedures_;
    std::vector<structures> structures_;

private:
    std::string compound(const variable&, const place&);
};

}  // namespace random_programs
