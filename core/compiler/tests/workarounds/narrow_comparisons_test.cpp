// Several comparisons side by side, of small numbers with and without a sign.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr int lanes = 4;

/// out[k] = ((b[k] < sum[k]) | b[k] >> 1) & low[k] for each k of a single task: sum[k] = a[k] + b[k] with a sign,
/// low[k] the lower five bits of a[k] with a sign.
std::string comparisons() {
    std::string text = R"(
define void @kernel(ptr %f) {
  %a = load ptr, ptr %f
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
)";
    const auto add = [&](std::string lane, int k) {
        for (std::size_t at; (at = lane.find('K')) != std::string::npos;) lane.replace(at, 1, std::to_string(k));
        text += lane;
    };
    for (int k = 0; k < lanes; ++k) {
        add(R"(
  %pa.K = getelementptr i8, ptr %a, i64 K
  %va.K = load i8, ptr %pa.K
  %pb.K = getelementptr i8, ptr %b, i64 K
  %vb.K = load i8, ptr %pb.K
  %sum.K = add i8 %va.K, %vb.K
  %wa.K = zext i8 %va.K to i32
  %wb.K = zext i8 %vb.K to i32
  %signed.K = sext i8 %sum.K to i32
  %less.K = icmp slt i32 %wb.K, %signed.K
  %one.K = zext i1 %less.K to i32
  %half.K = lshr i32 %wb.K, 1
  %or.K = or i32 %half.K, %one.K
  %up.K = shl i32 %wa.K, 27
  %low.K = ashr exact i32 %up.K, 27
  %and.K = and i32 %or.K, %low.K
  %short.K = trunc i32 %and.K to i16
)",
            k);
    }
    // The captures may overlap: no store before the last load.
    for (int k = 0; k < lanes; ++k) {
        add(R"(
  %po.K = getelementptr i16, ptr %out, i64 K
  store i16 %short.K, ptr %po.K
)",
            k);
    }
    return text + "  ret void\n}";
}

TEST(NarrowComparisons, OfUnlikeSignsAreOfTheNumbersThemselves) {
    ir_kernel kernel(comparisons());
    kernel.request.variant.kind = 0;
    const host_kernel compiled(kernel);
    aligned_buffer<std::uint8_t> a(lanes), b(lanes);
    aligned_buffer<std::int16_t> out(lanes);
    std::mt19937 random(7);
    for (int round = 0; round < 100; ++round) {
        for (int k = 0; k < lanes; ++k) a[k] = std::uint8_t(random()), b[k] = std::uint8_t(random());
        const struct {
            const std::uint8_t *a, *b;
            std::int16_t* out;
        } captures{a.data(), b.data(), out.data()};
        compiled.run(&captures, {1, 1, 1});
        for (int k = 0; k < lanes; ++k) {
            const int sum = static_cast<std::int8_t>(a[k] + b[k]), low = (a[k] & 15) - (a[k] & 16);
            ASSERT_EQ(out[k], ((b[k] < sum) | b[k] >> 1) & low) << int(a[k]) << " " << int(b[k]);
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
