/// Random expressions of what is in scope. A *uniform* one has the same value for all work-items of the group that
/// compute it together.
#pragma once

#include "arithmetic.hpp"

namespace random_programs {

struct variable {
    std::string text;
    type of;
    bounds range;
    bool uniform = false;
    bool assignable = false;  // then of any value of its type
};

/// `name[i]` or `name[i][j]`, then `member`.
struct array {
    std::string name;
    type of;
    std::vector<std::size_t> extents;
    bounds range;
    bool shared = false;      // an element's value is the same for all
    bool assignable = false;  // a private one
    std::string member = "";
};

/// Without side effects.
struct function {
    std::string name;
    type result;
    std::vector<type> parameters;
    std::string table = "";  // passed first
};

class random_expressions : protected random_arithmetic {
protected:
    using random_arithmetic::random_arithmetic;

    expression integer(unsigned depth, bool uniform = false);
    expression real(type, unsigned depth, bool uniform = false);
    /// Of this type and, if real, with a value that a variable may have.
    expression value(type, unsigned depth, bool uniform = false);
    std::string condition(unsigned depth, bool uniform = false);
    /// Between 0 and `end` - 1.
    std::string index(std::size_t end, bool uniform = false);
    std::string element(const array&, bool uniform = false);
    /// Of work-items' numbers: neighbours mostly agree on them.
    std::string condition_of_ids();
    /// A quotient of two uniform numbers below `end`.
    std::string uniform_quotient(std::size_t end);

    static expression as_expression(const variable& v) { return {v.text, v.of, v.range, is_real(v.of) ? 2u : 0u}; }

    std::vector<variable> variables_;
    std::vector<array> arrays_;
    std::vector<function> functions_;

private:
    expression leaf(bool uniform, bool reals, unsigned depth);
    expression any_constant();
    expression call(const function&, unsigned depth);
};

}  // namespace random_programs
