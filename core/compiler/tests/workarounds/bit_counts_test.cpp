// Counts of bits in several places, of which one knows more about the number.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// Small numbers have many leading zeros, others get 5: first[i]. Of all, the zeros up to 20: second[i].
constexpr const char* leading_zeros = R"(
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.smin.i32(i32, i32)
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load ptr, ptr %f
  %fp = getelementptr i8, ptr %f, i64 8
  %first = load ptr, ptr %fp
  %sp = getelementptr i8, ptr %f, i64 16
  %second = load ptr, ptr %sp
  %px = getelementptr i32, ptr %x, i64 %i
  %v = load i32, ptr %px
  %small = icmp ult i32 %v, 256
  br i1 %small, label %count, label %on
count:
  %zeros = call i32 @llvm.ctlz.i32(i32 %v, i1 false)
  %thrice = mul i32 %zeros, 3
  br label %on
on:
  %r = phi i32 [ %thrice, %count ], [ 5, %0 ]
  %pf = getelementptr i32, ptr %first, i64 %i
  store i32 %r, ptr %pf
  %again = call i32 @llvm.ctlz.i32(i32 %v, i1 false)
  %most = call i32 @llvm.smin.i32(i32 %again, i32 20)
  %ps = getelementptr i32, ptr %second, i64 %i
  store i32 %most, ptr %ps
  ret void
})";

TEST(BitCounts, HoldWhereAnotherOneIsKnownBetter) {
    constexpr std::size_t n = 203;
    aligned_buffer<std::uint32_t> x(n);
    aligned_buffer<std::int32_t> first(n), second(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = 0x9e3779b9u * unsigned(i) >> i % 32;
    const ir_kernel kernel(leading_zeros);
    const host_kernel compiled(kernel);
    const struct {
        const std::uint32_t* x;
        std::int32_t *first, *second;
    } captures{x.data(), first.data(), second.data()};
    compiled.run(&captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(first[i], x[i] < 256 ? std::countl_zero(x[i]) * 3 : 5) << i;
        ASSERT_EQ(second[i], std::min(std::countl_zero(x[i]), 20)) << i;
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
