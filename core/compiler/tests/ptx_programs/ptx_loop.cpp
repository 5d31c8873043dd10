#include "ptx_loop.hpp"

#include <bit>

#include "ptx_instruction.hpp"

namespace ndweave::compiler::testing {

namespace {

/// "%f" for 32 bits.
std::string float_class(unsigned bits) { return bits == 32 ? "%f" : "%fd"; }

constexpr unsigned max_iterations = 400;

using work = ptx_loop_shape::work;

constexpr const char* work_names[] = {"", ", with a sum", ", with a product", ", with a sum of floats",
                                      ", with a product of floats"};

bool works_on_bits(const ptx_loop_shape& s) { return s.does == work::bits_of_sum || s.does == work::bits_of_product; }

/// The lower 16 bits of what was made and a number that stays, both as floating point: the bits of their sum or
/// product, times a constant.
template <class Real, class Integer>
std::uint64_t next_bits(work does, std::uint64_t made, std::uint64_t other) {
    const Real a = static_cast<Real>(other), b = static_cast<Real>(made & 0xffff);
    return std::bit_cast<Integer>(does == work::bits_of_sum ? a + b : a * b) * Integer{677};
}

template <class T, std::size_t N>
T one_of(const T (&choices)[N], std::mt19937_64& random) {
    return choices[random() % N];
}

}  // namespace

ptx_loop ptx_loop::draw(std::mt19937_64& random) {
    ptx_loop_shape s;
    s.bits = one_of({32u, 32u, 64u, 16u}, random);
    s.step = one_of({1, 2, 3, 4, 7, 8, 12, 16, 96, 100}, random) * one_of({1, -1}, random);
    const int bound = one_of({0, 1, 2, 12, 100, 255, -1, -2, -12, -100, 300, s.step}, random);
    if (random() % 13 != 0) s.bound = bound;
    if (random() % 4 == 0) s.step = 0;
    s.compare =
        one_of({"lt.s", "le.s", "gt.s", "ge.s", "lt.u", "le.u", "gt.u", "ge.u", "eq.s", "ne.s", "ne.s"}, random);
    s.tests_new = random() % 3 != 0;
    s.start_bits = one_of({8u, 10u, s.bits}, random);
    s.negates_some = s.start_bits != s.bits && random() % 2;
    s.does = one_of({work::none, work::sum, work::product, work::bits_of_sum, work::bits_of_product}, random);
    if (s.bits == 16 && works_on_bits(s)) s.does = work::none;
    return ptx_loop(s);
}

std::string ptx_loop::name() const {
    std::string made = "loop of " + std::to_string(shape_.bits) + " bits, step ";
    made += shape_.step ? std::to_string(shape_.step) : "o";
    made += std::string(", while the ") + (shape_.tests_new ? "new" : "old") + " counter " + shape_.compare + " ";
    made += shape_.bound ? std::to_string(*shape_.bound) : "o";
    made += ", from " + std::to_string(shape_.start_bits) + " bits";
    if (shape_.negates_some) made += ", some negated";
    return made + work_names[static_cast<int>(shape_.does)];
}

std::string ptx_loop::start_text() const {
    const std::string width = std::to_string(shape_.bits), r = register_class(shape_.bits);
    const auto cut = [&](const char* number, const char* from) {
        return shape_.bits == 64 ? "\tmov.u64 \t%rd" + std::string(number) + ", " + from + ";\n"
                                 : "\tcvt.u" + width + ".u64 \t" + r + number + ", " + from + ";\n";
    };
    std::string made = "\tld.global.u64 \t%rd20, [%rd6];\n\tand.b64  \t%rd21, %rd4, 63;\n" + cut("12", "%rd21");
    if (shape_.start_bits == shape_.bits) {
        made += cut("10", "%rd20");
    } else {
        made += cut("15", "%rd20") + "\tand.b" + width + "  \t" + r + "10, " + r + "15, " +
                std::to_string((1u << shape_.start_bits) - 1) + ";\n";
    }
    if (shape_.negates_some) {
        made +=
            "\tshr.u64 \t%rd22, %rd20, 40;\n\tand.b64  \t%rd23, %rd22, 1;\n\tsetp.ne.s64 \t%p2, %rd23, 0;\n\tneg.s" +
            width + " \t" + r + "16, " + r + "10;\n\tselp.b" + width + " \t" + r + "10, " + r + "16, " + r +
            "10, %p2;\n";
    }
    if (works_on_bits(shape_))
        made += "\tcvt.rn.f" + width + ".u" + width + " \t" + float_class(shape_.bits) + "1, " + r + "12;\n";
    return made + "\tmov.u" + width + " \t" + r + "13, 1;\n";
}

std::string ptx_loop::work_text() const {
    const std::string width = std::to_string(shape_.bits), r = register_class(shape_.bits),
                      f = float_class(shape_.bits);
    switch (shape_.does) {
        case work::none:
            return "";
        case work::sum:
            return "\tadd.s" + width + " \t" + r + "13, " + r + "13, " + r + "10;\n";
        case work::product:
            return "\tmad.lo.s" + width + " \t" + r + "13, " + r + "13, 5, " + r + "10;\n";
        default:
            return "\tand.b" + width + "  \t" + r + "17, " + r + "13, 65535;\n\tcvt.rn.f" + width + ".u" + width +
                   " \t" + f + "2, " + r + "17;\n\t" + (shape_.does == work::bits_of_sum ? "add" : "mul") + ".f" +
                   width + " \t" + f + "3, " + f + "1, " + f + "2;\n\tmov.b" + width + " \t" + r + "18, " + f +
                   "3;\n\tmul.lo.s" + width + " \t" + r + "13, " + r + "18, 677;\n";
    }
}

/// The counter is in register 10; one that is tested before its step is carried over by a move, as LLVM does it.
std::string ptx_loop::body(unsigned index) const {
    const std::string width = std::to_string(shape_.bits), r = register_class(shape_.bits);
    const std::string label = "$L__BB" + std::to_string(index) + "_1";
    const std::string step = shape_.step ? std::to_string(shape_.step) : r + "12";
    const std::string bound = shape_.bound ? std::to_string(*shape_.bound) : r + "12";
    const std::string stepped = r + (shape_.tests_new ? "10" : "11");
    std::string made = start_text() + label + ":\n";
    made += work_text();
    made += "\tadd.s" + width + " \t" + stepped + ", " + r + "10, " + step + ";\n\tsetp." + shape_.compare + width +
            " \t%p1, " + r + "10, " + bound + ";\n";
    if (!shape_.tests_new) made += "\tmov.u" + width + " \t" + r + "10, " + stepped + ";\n";
    return made + "\t@%p1 bra \t" + label + ";\n\tst.global.u" + width + " \t[%rd7], " + r + "10;\n\tst.global.u" +
           width + " \t[%rd7+8], " + r + "13;\n";
}

std::uint64_t ptx_loop::start(const ptx_numbers& in) const {
    const std::uint64_t start = without_sign(in.first, shape_.start_bits);
    return without_sign(shape_.negates_some && (in.first >> 40 & 1) ? 0 - start : start, shape_.bits);
}

bool ptx_loop::goes_on(std::uint64_t counter, std::uint64_t bound) const {
    const std::string what = shape_.compare.substr(0, 2);
    if (counter == bound) return what == "eq" || what == "le" || what == "ge";
    const bool below = shape_.compare.back() == 's' ? with_sign(counter, shape_.bits) < with_sign(bound, shape_.bits)
                                                    : counter < bound;
    return what == "ne" || (below ? what == "lt" || what == "le" : what == "gt" || what == "ge");
}

std::uint64_t ptx_loop::work_result(std::uint64_t made, std::uint64_t counter, std::uint64_t other) const {
    switch (shape_.does) {
        case work::none:
            return made;
        case work::sum:
            return without_sign(made + counter, shape_.bits);
        case work::product:
            return without_sign(made * 5 + counter, shape_.bits);
        default:
            return shape_.bits == 32 ? next_bits<float, std::uint32_t>(shape_.does, made, other)
                                     : next_bits<double, std::uint64_t>(shape_.does, made, other);
    }
}

std::optional<ptx_numbers> ptx_loop::evaluate(const ptx_numbers& in) const {
    const auto number = [&](std::int64_t n) { return without_sign(static_cast<std::uint64_t>(n), shape_.bits); };
    const std::uint64_t step = shape_.step ? number(shape_.step) : in.second & 63;
    const std::uint64_t bound = shape_.bound ? number(*shape_.bound) : in.second & 63;
    std::uint64_t counter = start(in), made = 1;
    for (unsigned iteration = 0; iteration < max_iterations; ++iteration) {
        made = work_result(made, counter, in.second & 63);
        const std::uint64_t before = counter;
        counter = without_sign(counter + step, shape_.bits);
        if (!goes_on(shape_.tests_new ? counter : before, bound)) return ptx_numbers{counter, made};
    }
    return std::nullopt;
}

std::vector<ptx_program::pointer> ptx_loop::simpler() const {
    std::vector<pointer> made;
    const auto add = [&](auto change) {
        ptx_loop_shape s = shape_;
        change(s);
        made.push_back(std::make_shared<ptx_loop>(s));
    };
    if (shape_.does != work::none) add([](auto& s) { s.does = work::none; });
    if (shape_.negates_some) add([](auto& s) { s.negates_some = false; });
    if (shape_.start_bits == 10) add([](auto& s) { s.start_bits = 8; });
    return made;
}

}  // namespace ndweave::compiler::testing
