// Some bits of one number, the others of another, or all of the other: masked VPTERNLOG on AVX-512.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[i] = c[i] < 0 ? (a[i] & SET) | (b[i] & CLEAR) : b[i], and the same of a and of the choice turned around.
constexpr const char* blends = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %cp = getelementptr i8, ptr %f, i64 16
  %c = load ptr, ptr %cp
  %op = getelementptr i8, ptr %f, i64 24
  %out = load ptr, ptr %op
  %pa = getelementptr TYPE, ptr %a, i64 %i
  %va = load TYPE, ptr %pa
  %pb = getelementptr TYPE, ptr %b, i64 %i
  %vb = load TYPE, ptr %pb
  %pc = getelementptr TYPE, ptr %c, i64 %i
  %vc = load TYPE, ptr %pc
  %set = and TYPE %va, SET
  %clear = and TYPE %vb, CLEAR
  %blend = or TYPE %set, %clear
  %negative = icmp slt TYPE %vc, 0
  %x = select i1 %negative, TYPE FIRST, TYPE SECOND
  %pout = getelementptr TYPE, ptr %out, i64 %i
  store TYPE %x, ptr %pout
  ret void
})";

std::string with(std::string text, const std::string& what, const std::string& value) {
    for (std::size_t at; (at = text.find(what)) != std::string::npos;) text.replace(at, what.size(), value);
    return text;
}

template <class T>
void expect_bits(bool of_a, bool blend_if_negative) {
    constexpr std::size_t n = 203;
    constexpr T set = 0x5533;
    const std::string other = of_a ? "%va" : "%vb";
    std::string text = with(with(blends, "SET", std::to_string(set)), "CLEAR", std::to_string(~set));
    text =
        with(with(text, "FIRST", blend_if_negative ? "%blend" : other), "SECOND", blend_if_negative ? other : "%blend");
    const ir_kernel kernel(with(text, "TYPE", "i" + std::to_string(8 * sizeof(T))));
    const host_kernel compiled(kernel);

    aligned_buffer<T> a(n), b(n), c(n), out(n);
    std::mt19937_64 random(7);
    for (std::size_t i = 0; i < n; ++i) a[i] = T(random()), b[i] = T(random()), c[i] = T(random());
    const struct {
        const T *a, *b, *c;
        T* out;
    } captures{a.data(), b.data(), c.data(), out.data()};
    compiled.run(&captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) {
        const bool blended = (c[i] < 0) == blend_if_negative;
        ASSERT_EQ(out[i], blended ? (a[i] & set) | (b[i] & ~set) : of_a ? a[i] : b[i]) << i;
    }
}

TEST(BitBlends, AreThoseOfTheChosenNumber) {
    for (const bool of_a : {false, true}) {
        for (const bool blend_if_negative : {false, true}) {
            SCOPED_TRACE(::testing::Message() << of_a << blend_if_negative);
            expect_bits<std::int32_t>(of_a, blend_if_negative);
            expect_bits<std::int64_t>(of_a, blend_if_negative);
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
