// Numbers near the middle between two neighbours are rounded once where the compiler makes several steps of it.
#include <gtest/gtest.h>
#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "construct_run.hpp"
#include "construct_writing.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr unsigned items = 4000;

template <class T>
void put(byte_vector& to, const T& value) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&value);
    to.insert(to.end(), bytes, bytes + sizeof(T));
}

/// The middle between two bfloats, a little above it or below it, or far from it, as a double with `digits` bits.
double near_a_middle(std::mt19937_64& random, int digits) {
    const double middle = static_cast<double>(2 * (random() % 128) + 257) / 512;
    const int last = 9 + static_cast<int>(random() % static_cast<unsigned>(digits - 8));
    const double off = std::ldexp(static_cast<double>(random() % 3) - 1, -last);
    return (random() % 2 ? -1 : 1) * std::ldexp(middle + off, static_cast<int>(random() % 280) - 145);
}

byte_vector doubles_near_middles() {
    std::mt19937_64 random(1);
    byte_vector made;
    for (unsigned i = 0; i < items; ++i) put(made, near_a_middle(random, 52));
    return made;
}

/// Denormal numbers of all sizes are among them.
byte_vector floats_near_middles() {
    std::mt19937_64 random(2);
    byte_vector made;
    for (unsigned i = 0; i < items; ++i) put(made, static_cast<float>(near_a_middle(random, 23)));
    return made;
}

/// As the bytes of integers of `bits`.
byte_vector integers_near_middles(unsigned bits) {
    std::mt19937_64 random(bits);
    byte_vector made;
    for (unsigned i = 0; i < items; ++i) {
        const auto width = static_cast<unsigned>(random() % (bits - 12)) + 10;
        llvm::APInt number(bits, 2 * (random() % 128) + 257);
        number = number.shl(width - 9) + llvm::APInt(64, random() % 3).sextOrTrunc(bits) - llvm::APInt(bits, 1);
        if (random() % 2) number.negate();
        for (unsigned k = 0; k < bits; k += 8)
            made.push_back(static_cast<unsigned char>(number.extractBitsAsZExtValue(8, k)));
    }
    return made;
}

/// `low` to `low` + `range` - 1 are the exponents.
byte_vector bfloats(unsigned seed, unsigned low, unsigned range) {
    std::mt19937_64 random(seed);
    byte_vector made;
    for (unsigned i = 0; i < items; ++i)
        put(made, static_cast<std::uint16_t>((random() % 2) << 15 | (low + random() % range) << 7 | random() % 128));
    return made;
}

void expect_right(const construct& c, const std::vector<byte_vector>& operands) {
    construct_run run(c, operands, items);
    run.compile_and_run(0, nullptr);
    run.expect_right();
}

construct cast(const std::string& operation, const std::string& from, const std::string& to) {
    return {operation + "." + from, to, {from}, "  %r = " + operation + " " + from + " %a to " + to + "\n"};
}

TEST(Rounding, OfFloatsAndDoublesToBfloats) {
    expect_right(cast("fptrunc", "float", "bfloat"), {floats_near_middles()});
    expect_right(cast("fptrunc", "double", "bfloat"), {doubles_near_middles()});
}

TEST(Rounding, OfIntegersIsDoneOnce) {
    for (const char* operation : {"sitofp", "uitofp"}) {
        for (const unsigned bits : {32u, 64u, 128u, 256u}) {
            for (const char* real : {"bfloat", "half", "float", "double"})
                expect_right(cast(operation, "i" + std::to_string(bits), real), {integers_near_middles(bits)});
        }
    }
}

TEST(Rounding, OfFusedProductsAndSums) {
    const construct fused = call_of("fma", "bfloat", {"bfloat", "bfloat", "bfloat"}, "bf16");
    expect_right(fused, {bfloats(1, 125, 4), bfloats(2, 125, 4), bfloats(3, 20, 20)});     // sums next to the product
    expect_right(fused, {bfloats(4, 60, 8), bfloats(5, 60, 8), bfloats(6, 125, 4)});       // products next to the other
    expect_right(fused, {bfloats(7, 118, 18), bfloats(8, 118, 18), bfloats(9, 118, 18)});  // of all digits
    expect_right(fused, {bfloats(10, 50, 16), bfloats(11, 60, 16), bfloats(12, 0, 8)});    // denormal numbers
}

}  // namespace
}  // namespace ndweave::compiler::testing
