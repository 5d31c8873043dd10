// Several comparisons and conversions side by side, of small numbers with and without a sign.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// A single task: `lane` for each K in `lanes`, whose inputs are the bytes va.K and vb.K, then a store of each
/// `%result.K`.
std::string lanes_of(const std::string& lane, int lanes, const std::string& type) {
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
    const std::string inputs = R"(
  %pa.K = getelementptr i8, ptr %a, i64 K
  %va.K = load i8, ptr %pa.K
  %pb.K = getelementptr i8, ptr %b, i64 K
  %vb.K = load i8, ptr %pb.K
)";
    for (int k = 0; k < lanes; ++k) add(inputs + lane, k);
    // The captures may overlap: no store before the last load.
    for (int k = 0; k < lanes; ++k) {
        add("  %po.K = getelementptr " + type + ", ptr %out, i64 K\n  store " + type + " %result.K, ptr %po.K\n", k);
    }
    return text + "  ret void\n}";
}

/// Runs it with random bytes; `expected` of each pair.
template <class T, class F>
void expect_results(const std::string& text, int lanes, const F& expected) {
    ir_kernel kernel(text);
    kernel.request.variant.kind = 0;
    const host_kernel compiled(kernel);
    aligned_buffer<std::uint8_t> a(lanes), b(lanes);
    aligned_buffer<T> out(lanes);
    std::mt19937 random(7);
    for (int round = 0; round < 100; ++round) {
        for (int k = 0; k < lanes; ++k) a[k] = std::uint8_t(random()), b[k] = std::uint8_t(random());
        const struct {
            const std::uint8_t *a, *b;
            T* out;
        } captures{a.data(), b.data(), out.data()};
        compiled.run(&captures, {1, 1, 1});
        for (int k = 0; k < lanes; ++k) ASSERT_EQ(out[k], expected(a[k], b[k])) << int(a[k]) << " " << int(b[k]);
    }
}

TEST(NarrowComparisons, OfUnlikeSignsAreOfTheNumbersThemselves) {
    // ((b < sum) | b >> 1) & low: sum is a + b with a sign, low the lower five bits of a with a sign.
    const char* const lane = R"(
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
  %result.K = trunc i32 %and.K to i16
)";
    expect_results<std::int16_t>(lanes_of(lane, 4, "i16"), 4, [](std::uint8_t a, std::uint8_t b) {
        const int sum = static_cast<std::int8_t>(a + b), low = (a & 15) - (a & 16);
        return ((b < sum) | b >> 1) & low;
    });
}

TEST(NarrowComparisons, WithSignOfNumbersWithoutKeepTheirFirstBit) {
    const char* const lane = R"(
  %wide.K = zext i8 %va.K to i32
  %eighth.K = lshr i32 %wide.K, 3
  %less.K = icmp slt i32 %wide.K, %eighth.K
  %one.K = zext i1 %less.K to i32
  %sum.K = add i32 %one.K, %eighth.K
  %result.K = uitofp i32 %sum.K to float
)";
    expect_results<float>(lanes_of(lane, 8, "float"), 8,
                          [](std::uint8_t a, std::uint8_t) { return static_cast<float>(a / 8); });
}

TEST(NarrowConversions, WithoutSignOfNumbersWithOneAreOfAllBits) {
    const char* const lane = R"(
  %signed.K = sext i8 %va.K to i32
  %result.K = uitofp i32 %signed.K to float
)";
    expect_results<float>(lanes_of(lane, 8, "float"), 8, [](std::uint8_t a, std::uint8_t) {
        return static_cast<float>(static_cast<std::uint32_t>(static_cast<std::int8_t>(a)));
    });
}

TEST(NarrowConversions, OfConditionsAreOfAllBits) {
    const char* const lane = R"(
  %less.K = icmp slt i8 %va.K, %vb.K
  %all.K = sext i1 %less.K to i8
  %result.K = uitofp i8 %all.K to float
)";
    expect_results<float>(lanes_of(lane, 4, "float"), 4, [](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::int8_t>(a) < static_cast<std::int8_t>(b) ? 255.f : 0.f;
    });
}

TEST(NarrowConversions, WithoutSignAreWideThen) {
    // (unsigned)a * (long)(a > b without signs ? a : b)
    const char* const lane = R"(
  %wa.K = sext i8 %va.K to i32
  %wb.K = sext i8 %vb.K to i32
  %more.K = icmp ugt i32 %wa.K, %wb.K
  %most.K = select i1 %more.K, i32 %wa.K, i32 %wb.K
  %x.K = sext i32 %most.K to i64
  %u.K = zext i32 %wa.K to i64
  %m.K = mul i64 %u.K, %x.K
  %result.K = sitofp i64 %m.K to double
)";
    expect_results<double>(lanes_of(lane, 4, "double"), 4, [](std::uint8_t a, std::uint8_t b) {
        const int x = static_cast<std::int8_t>(a), y = static_cast<std::int8_t>(b);
        const std::int64_t most = static_cast<std::uint32_t>(x) > static_cast<std::uint32_t>(y) ? x : y;
        return static_cast<double>(static_cast<std::int64_t>(static_cast<std::uint32_t>(x)) * most);
    });
}

}  // namespace
}  // namespace ndweave::compiler::testing
