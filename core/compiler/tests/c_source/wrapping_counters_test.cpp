// OpenCL C for devices that run the work-items of a group in loops: counters that wrap around.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "compiler/tests/c_source/group_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::uint32_t items = group_items;

constexpr const char* wrapping_index = R"(
  store i32 %x, ptr %place
  call void @__ndweave_barrier()
  %sevenfold = mul i32 %l, 7
  %wrapped = and i32 %sevenfold, 127
  %index = zext i32 %wrapped to i64
  %other = getelementptr i32, ptr %m, i64 %index
  %y = load i32, ptr %other
  store i32 %y, ptr %to
  ret void
})";

TEST(WrappingCounters, IndexArraysModuloTheirLengthInSteps) {
    expect_results(wrapping_index, [](std::uint32_t item, std::uint32_t) { return 3 * (item * 7 % items) + 1; });
}

/// A loop of 128 iterations whose counter wraps around.
std::string wrapping_loop(const std::string& body) {
    return R"(
  br label %turn
turn:
  %k = phi i32 [ 0, %start ], [ %next, %turn ]
  %sum = phi i32 [ 0, %start ], [ %more, %turn ]
)" + body +
           R"(
  %product = mul i32 %value, %k
  %more = add i32 %sum, %product
  %next = add i32 %k, 1
  %last = icmp eq i32 %next, 128
  br i1 %last, label %summed, label %turn
summed:
  store i32 %more, ptr %to
  ret void
})";
}

TEST(WrappingCounters, MayWrapAroundInALoop) {
    std::uint32_t table = 0, counter = 0;
    for (std::uint32_t k = 0; k < 128; ++k) {
        table += k * (3 * (7 * k % 128) + 1);
        counter += k == 0 ? 0 : k * (7 * (k - 1) % 128 + 7);
    }
    expect_results(wrapping_loop(R"(
  %sevenfold = mul i32 %k, 7
  %wrapped = and i32 %sevenfold, 127
  %index = zext i32 %wrapped to i64
  %place.k = getelementptr i32, ptr %in, i64 %index
  %value = load i32, ptr %place.k)"),
                   [&](std::uint32_t, std::uint32_t) { return table; });
    expect_results(wrapping_loop(R"(
  %value = phi i32 [ 0, %start ], [ %wider, %turn ]
  %low = and i32 %value, 127
  %wider = add i32 %low, 7)"),
                   [&](std::uint32_t, std::uint32_t) { return counter; });
}

/// Two loops of 128 iterations, whose counters of 64 bits wrap around in an index.
constexpr const char* two_wrapping_loops = R"(
  br label %one
one:
  %k = phi i64 [ 0, %start ], [ %k.next, %one ]
  %sum = phi i32 [ 0, %start ], [ %more, %one ]
  %k.seven = mul i64 %k, 7
  %k.wrapped = and i64 %k.seven, 63
  %k.place = getelementptr i32, ptr %in, i64 %k.wrapped
  %k.value = load i32, ptr %k.place
  %more = add i32 %sum, %k.value
  %k.next = add i64 %k, 1
  %k.last = icmp eq i64 %k.next, 128
  br i1 %k.last, label %between, label %one
between:
  br label %two
two:
  %m.k = phi i64 [ 0, %between ], [ %m.next, %two ]
  %m.sum = phi i32 [ %more, %between ], [ %m.more, %two ]
  %m.five = mul i64 %m.k, 5
  %m.wrapped = and i64 %m.five, 31
  %m.place = getelementptr i32, ptr %in, i64 %m.wrapped
  %m.value = load i32, ptr %m.place
  %m.more = sub i32 %m.sum, %m.value
  %m.next = add i64 %m.k, 1
  %m.last = icmp eq i64 %m.next, 128
  br i1 %m.last, label %summed, label %two
summed:
  store i32 %m.more, ptr %to
  ret void
})";

TEST(WrappingCounters, MayWrapAroundInSeveralLoops) {
    std::uint32_t sum = 0;
    for (std::uint32_t k = 0; k < 128; ++k) sum += 3 * (7 * k % 64) - 3 * (5 * k % 32);
    expect_results(two_wrapping_loops, [&](std::uint32_t, std::uint32_t) { return sum; });
}

}  // namespace
}  // namespace ndweave::compiler::testing
