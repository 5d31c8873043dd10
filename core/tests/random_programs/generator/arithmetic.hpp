/// Operations on expressions whose values are known to lie between bounds. No operation has undefined behaviour: where
/// the result of one on signed integers might overflow, it is done without sign; where floating-point operations might
/// round, the operands are cut first. So every compiler must compute the same bits.
#pragma once

#include "writer.hpp"

namespace random_programs {

/// A side-effect free expression of C++, in brackets where it has operators.
struct expression {
    std::string text;
    type of;
    bounds range;           // of reals: of the absolute value, high
    unsigned fraction = 0;  // reals are multiples of 2^-fraction
};

/// A conversion. Not `T(text)` where compilers might take that for the declaration of a function.
std::string cast(type, const std::string& text);

class random_arithmetic : protected writer {
protected:
    using writer::writer;

    static expression constant(wide value, type);

    /// `T(e)`, where it must be spelled.
    expression converted(const expression&, type);
    /// Something of `e` with a value between 0 and `end` - 1.
    expression reduced(const expression& e, wide end);

    expression sum(const expression& a, char op, const expression& b);  // + - *
    expression bitwise(const expression& a, char op, const expression& b);
    expression shift(const expression& a, const expression& by);
    expression quotient(const expression& a, const expression& by);
    expression unary(const expression& a);
    expression chosen(const std::string& condition, const expression& a, const expression& b);
    /// std::min, std::max, and functions of <bit>.
    expression library_call(const expression& a, const expression& b);

    expression real_of(const expression& integer, type);
    expression real_operation(const expression& a, const expression& b);

private:
    expression quotient_of(const expression& a, char op, const expression& divisor);
    expression cut(const expression& real);
};

}  // namespace random_programs
