/// What a kernel calls: functions with and without results by reference, structs with member functions, lambdas; and
/// constant tables. They stand before the kernel, lambdas within.
#pragma once

#include "loops.hpp"

namespace random_programs {

class random_helpers : protected random_loops {
protected:
    using random_loops::random_loops;

    statement make_table();
    statement make_function();
    statement make_procedure();
    /// A struct, and a function that takes and returns one.
    statements make_structure();
    /// Variables of the last struct, for the kernel to declare.
    statement declare_structures();
    /// A function object that sees and changes what is in scope.
    statement make_lambda();
    statement lambda_call(const place&);

private:
    struct member {
        std::string name;
        type of;
    };
    struct structure {
        std::string name, total, bump;
        std::vector<member> members;
        type argument, result;
    };

    /// Runs `write` with nothing in scope but what it adds.
    template <class Write>
    statements in_own_scope(std::optional<type> result, const Write& write);
    std::string declare_local();
    void know_members(const std::string& of);

    std::vector<structure> kinds_;
    std::vector<function> lambdas_;
};

}  // namespace random_programs
