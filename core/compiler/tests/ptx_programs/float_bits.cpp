// The bits of sums and products of floating-point numbers, which come from integers: never a NaN.
#include <algorithm>
#include <bit>
#include <cmath>

#include "ptx_instruction.hpp"

namespace ndweave::compiler::testing {

namespace {

using number = std::uint64_t;

/// `Real` has as many bits as `Integer`; its registers are "$f" and "$g", or "$F" and "$G".
template <class Real, class Integer, class Function>
void add_bits_of(ptx_table& t, const std::string& operation, Function result) {
    constexpr unsigned bits = sizeof(Integer) * 8;
    const std::string width = std::to_string(bits), a = bits == 64 ? "$F" : "$f", b = bits == 64 ? "$G" : "$g";
    const std::string convert = "cvt.rn.f" + width + ".u" + width + " ";
    const bool sums = operation.starts_with("fma");
    const std::string opcode = operation + ".f" + width;
    t.push_back({"bits of " + opcode, bits, bits,
                 convert + a + ", $s;\n" + convert + b + ", $o;\n" + opcode + " " + a + ", " + a + ", " + b +
                     (sums ? ", " + a : "") + ";\nmov.b" + width + " $d, " + a + ";",
                 [=](number v, number o) -> number {
                     const Real made =
                         result(static_cast<Real>(static_cast<Integer>(v)), static_cast<Real>(static_cast<Integer>(o)));
                     return std::bit_cast<Integer>(made);
                 }});
}

template <class Real, class Integer>
void add_operations(ptx_table& t) {
    add_bits_of<Real, Integer>(t, "add", [](Real a, Real b) { return a + b; });
    add_bits_of<Real, Integer>(t, "sub", [](Real a, Real b) { return a - b; });
    add_bits_of<Real, Integer>(t, "mul", [](Real a, Real b) { return a * b; });
    add_bits_of<Real, Integer>(t, "min", [](Real a, Real b) { return std::min(a, b); });
    add_bits_of<Real, Integer>(t, "max", [](Real a, Real b) { return std::max(a, b); });
    add_bits_of<Real, Integer>(t, "fma.rn", [](Real a, Real b) { return std::fma(a, b, a); });
}

}  // namespace

void add_float_bits(ptx_table& t) {
    add_operations<float, std::uint32_t>(t);
    add_operations<double, std::uint64_t>(t);
}

}  // namespace ndweave::compiler::testing
