// Halves are multiplied and added with one rounding, on processors without arithmetic of halves, too.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[i] = a[i] * b[i] + c[i], fused, of halves.
constexpr const char* fused = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %cp = getelementptr i8, ptr %f, i64 16
  %c = load ptr, ptr %cp
  %outp = getelementptr i8, ptr %f, i64 24
  %out = load ptr, ptr %outp
  %ai = getelementptr half, ptr %a, i64 %i
  %x = load half, ptr %ai
  %bi = getelementptr half, ptr %b, i64 %i
  %y = load half, ptr %bi
  %ci = getelementptr half, ptr %c, i64 %i
  %z = load half, ptr %ci
  %r = call half @llvm.fma.f16(half %x, half %y, half %z)
  %to = getelementptr half, ptr %out, i64 %i
  store half %r, ptr %to
  ret void
}
declare half @llvm.fma.f16(half, half, half))";

_Float16 of_bits(unsigned bits) { return std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits)); }

TEST(FusedHalves, AreRoundedOnce) {
    constexpr std::size_t n = 50003;
    std::vector<_Float16> a(n), b(n), c(n), out(n);
    std::mt19937 random(std::random_device{}());
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = of_bits(random() & 0xbfff), b[i] = of_bits(random() & 0xbfff), c[i] = of_bits(random() & 0xbfff);
    }
    a[0] = of_bits(0x520b), b[0] = of_bits(0x00e9), c[0] = of_bits(0x2ff6);  // LLVM issue 98389
    a[1] = _Float16(320), b[1] = _Float16(129.0f), c[1] = of_bits(1);        // and 128450
    a[2] = _Float16(1 + 0x1p-10f), b[2] = _Float16(0.5f + 0x1p-11f), c[2] = of_bits(0x8001);
    const ir_kernel kernel(fused);
    const host_kernel compiled(kernel);
    const void* const captures[] = {a.data(), b.data(), c.data(), out.data()};
    compiled.run(captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) {
        const long double exact = static_cast<long double>(a[i]) * static_cast<long double>(b[i]);
        const auto expected = static_cast<_Float16>(exact + static_cast<long double>(c[i]));
        ASSERT_EQ(std::bit_cast<std::uint16_t>(out[i]), std::bit_cast<std::uint16_t>(expected))
            << i << ": " << float(a[i]) << " * " << float(b[i]) << " + " << float(c[i]);
    }
    EXPECT_EQ(std::bit_cast<std::uint16_t>(out[0]), 0x3001);
}

}  // namespace
}  // namespace ndweave::compiler::testing
