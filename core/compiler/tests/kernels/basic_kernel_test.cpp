// Basic kernels: one work-item per point of a range, compiled for the host and run on buffers.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// With k(i) = i + first: out[i] = a[2 k] + 1000 * a[2 k + 1], which the work-item wrote through b before.
std::string strided_in_place(const std::string& index) {
    return R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %fp = getelementptr i8, ptr %f, i64 24
)" + index +
           R"(
  %even = shl i64 %k, 1
  %odd = add i64 %even, 1
  %pe = getelementptr i32, ptr %a, i64 %even
  %po = getelementptr i32, ptr %a, i64 %odd
  %pb = getelementptr i32, ptr %b, i64 %odd
  %x = load i32, ptr %pe
  %y = mul i32 %x, 3
  store i32 %y, ptr %pb
  %z = load i32, ptr %po
  %m = mul i32 %z, 1000
  %s = add i32 %x, %m
  %pout = getelementptr i32, ptr %out, i64 %i
  store i32 %s, ptr %pout
  ret void
})";
}

void expect_loads_behind_stores(const std::string& index) {
    const ir_kernel kernel(strided_in_place(index));
    const host_kernel compiled(kernel);
    constexpr std::size_t n = 1003;
    for (const std::uint64_t first : {0, 1, 6}) {
        aligned_buffer<std::uint32_t> a(2 * (n + first)), out(n);
        for (std::size_t i = 0; i < 2 * (n + first); ++i) a[i] = static_cast<std::uint32_t>(i * 7);
        const struct {
            const void *a, *b, *out;
            std::uint64_t first;
        } captures{a.data(), a.data(), out.data(), first};
        compiled.run(&captures, {n, 1, 1});
        for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(out[i], 14 * (i + first) + 1000 * 3 * 14 * (i + first)) << "at " << i << " from " << first;
        }
    }
}

TEST(BasicKernel, StridedLoadsStayBehindStores) {
    expect_loads_behind_stores(R"(
  %first = load i64, ptr %fp
  %k = add i64 %i, %first
)");
}

/// The vectorizer checks at run time that such an index does not wrap around, and then takes it for a strided one.
TEST(BasicKernel, StridedLoadsWithANarrowIndexStayBehindStores) {
    expect_loads_behind_stores(R"(
  %first = load i32, ptr %fp
  %id = trunc i64 %i to i32
  %narrow = add i32 %id, %first
  %k = zext i32 %narrow to i64
)");
}

TEST(BasicKernel, ThreeDimensionsRunInBoxes) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %x = call i64 @__ndweave_global_id(i32 0)
  %y = call i64 @__ndweave_global_id(i32 1)
  %z = call i64 @__ndweave_global_id(i32 2)
  %w = call i64 @__ndweave_global_range(i32 0)
  %h = call i64 @__ndweave_global_range(i32 1)
  %zh = mul i64 %z, %h
  %zy = add i64 %zh, %y
  %zyw = mul i64 %zy, %w
  %i = add i64 %zyw, %x
  %a = load ptr, ptr %f
  %p = getelementptr i64, ptr %a, i64 %i
  %old = load i64, ptr %p
  %hundred = mul i64 %y, 100
  %sum = add i64 %x, %hundred
  %more = mul i64 %z, 10000
  %id = add i64 %sum, %more
  %new = add i64 %old, %id
  store i64 %new, ptr %p
  ret void
})");
    kernel.request.variant.dimensions = 3;
    const host_kernel compiled(kernel);
    constexpr std::uint64_t w = 37, h = 5, d = 3;
    std::vector<std::int64_t> data(w * h * d, 0);
    const void* const captures[] = {data.data()};
    const ndw_host_launch launch = compiled.launch_of(captures, {w, h, d});
    for (const std::uint64_t split : {0, 11}) {
        const ndw_host_box box{{split, 0, 0}, {split == 0 ? 11 : w, h, d}};
        compiled.run_box(launch, box);
    }
    for (std::uint64_t i = 0; i < data.size(); ++i) {
        const std::uint64_t x = i % w, y = i / w % h, z = i / w / h;
        ASSERT_EQ(data[i], static_cast<std::int64_t>(x + 100 * y + 10000 * z)) << "each point once, at " << i;
    }
}

TEST(BasicKernel, SingleTaskRunsOnce) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %a = load ptr, ptr %f
  %old = load i32, ptr %a
  %new = add i32 %old, 1
  store i32 %new, ptr %a
  ret void
})");
    kernel.request.variant.kind = 0;
    const host_kernel compiled(kernel);
    int count = 41;
    const void* const captures[] = {&count};
    compiled.run(captures, {1, 1, 1});
    EXPECT_EQ(count, 42);
}

TEST(BasicKernel, UnusedAxesAndUnknownAxesAreFolded) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
entry:
  %i = call i64 @__ndweave_global_id(i32 0)
  %out = load ptr, ptr %f
  br label %loop
loop:
  %axis = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %id = call i64 @__ndweave_global_id(i32 %axis)
  %range = call i64 @__ndweave_global_range(i32 %axis)
  %scaled = mul i64 %range, 1000
  %both = add i64 %id, %scaled
  %more = add i64 %sum, %both
  %next = add i32 %axis, 1
  %go = icmp ult i32 %next, 3
  br i1 %go, label %loop, label %end
end:
  %p = getelementptr i64, ptr %out, i64 %i
  store i64 %more, ptr %p
  ret void
})");
    const host_kernel compiled(kernel);
    std::vector<std::int64_t> out(9, 0);
    const void* const captures[] = {out.data()};
    compiled.run(captures, {9, 1, 1});
    for (int i = 0; i < 9; ++i) EXPECT_EQ(out[i], i + 11000);
}

}  // namespace
}  // namespace ndweave::compiler::testing
