// nd-range kernels and basic kernels with loops of their own, compiled for the host and run on buffers.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[group] = sum of the group's part of `in`, by a tree in local memory.
constexpr const char* tree_reduction = R"(
define void @kernel(ptr %f) {
entry:
  %lid = call i32 @__ndweave_local_id(i32 0)
  %size = call i32 @__ndweave_local_range(i32 0)
  %gid = call i64 @__ndweave_global_id(i32 0)
  %group = call i64 @__ndweave_group_id(i32 0)
  %local = call ptr @__ndweave_local_memory()
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %src = getelementptr i32, ptr %in, i64 %gid
  %v = load i32, ptr %src
  %mine = getelementptr i32, ptr %local, i32 %lid
  store i32 %v, ptr %mine
  call void @__ndweave_barrier()
  %first = lshr i32 %size, 1
  br label %loop
loop:
  %step = phi i32 [ %first, %entry ], [ %half, %next ]
  %more = icmp ugt i32 %step, 0
  br i1 %more, label %body, label %end
body:
  %active = icmp ult i32 %lid, %step
  br i1 %active, label %add, label %next
add:
  %other = add i32 %lid, %step
  %theirs = getelementptr i32, ptr %local, i32 %other
  %a = load i32, ptr %mine
  %b = load i32, ptr %theirs
  %s = add i32 %a, %b
  store i32 %s, ptr %mine
  br label %next
next:
  call void @__ndweave_barrier()
  %half = lshr i32 %step, 1
  br label %loop
end:
  %leader = icmp eq i32 %lid, 0
  br i1 %leader, label %write, label %done
write:
  %total = load i32, ptr %local
  %dst = getelementptr i32, ptr %out, i64 %group
  store i32 %total, ptr %dst
  br label %done
done:
  ret void
})";

TEST(GroupKernel, TreeReductionWithBarriersSumsUp) {
    for (const std::uint32_t local : {1u, 2u, 64u, 256u}) {
        SCOPED_TRACE(local);
        ir_kernel kernel(tree_reduction);
        kernel.request.variant.kind = 2;
        kernel.request.variant.local_range[0] = local;
        const host_kernel compiled(kernel);
        const std::size_t groups = 7;
        std::vector<int> in(groups * local), out(groups, -1);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * i % 1000);
        const void* const captures[] = {in.data(), out.data()};
        compiled.run(captures, {in.size(), 1, 1}, local * sizeof(int));
        for (std::size_t g = 0; g < groups; ++g) {
            int sum = 0;
            for (std::uint32_t i = 0; i < local; ++i) sum += in[g * local + i];
            EXPECT_EQ(out[g], sum) << "group " << g;
        }
        EXPECT_EQ(compiled.view().uses_barrier, 1u);
        EXPECT_EQ(compiled.view().strategy, std::uint32_t(NDW_STRATEGY_CBS));
    }
}

/// out[group] = sum of the group's part of `in`, by the one work-item for which GUARD holds.
constexpr const char* sum_by_one = R"(
define void @kernel(ptr %f) {
entry:
  %x = call i32 @__ndweave_local_id(i32 0)
  %y = call i32 @__ndweave_local_id(i32 1)
  %row = mul i32 %y, 24
  %lid = add i32 %row, %x
  %group = call i64 @__ndweave_group_id(i32 0)
  %local = call ptr @__ndweave_local_memory()
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %first = mul i64 %group, 120
  %wide = zext i32 %lid to i64
  %i = add i64 %first, %wide
  %src = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %src
  %mine = getelementptr i32, ptr %local, i32 %lid
  store i32 %v, ptr %mine
  call void @__ndweave_barrier()
  %guard = GUARD
  br i1 %guard, label %loop, label %done
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i32, ptr %local, i32 %k
  %one = load i32, ptr %at
  %odd = and i32 %sum, 1
  %shifted = shl i32 %one, %odd
  %more = add i32 %sum, %shifted
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, 120
  br i1 %again, label %loop, label %write
write:
  %dst = getelementptr i32, ptr %out, i64 %group
  store i32 %more, ptr %dst
  br label %done
done:
  ret void
})";

TEST(GroupKernel, TheLoopOfOneWorkItemIsNotEverybodys) {
    for (const char* guard : {"icmp eq i32 %lid, 0", "icmp eq i32 %lid, 119", "icmp slt i32 %lid, 1"}) {
        SCOPED_TRACE(guard);
        std::string text = sum_by_one;
        text.replace(text.find("GUARD"), 5, guard);
        ir_kernel kernel(text.c_str());
        kernel.request.variant.kind = 2;
        kernel.request.variant.dimensions = 2;
        kernel.request.variant.local_range[0] = 24;
        kernel.request.variant.local_range[1] = 5;
        const host_kernel compiled(kernel);
        EXPECT_NE(compiled.report().find("\"masked_loops\":0"), std::string::npos) << compiled.report();
        std::vector<int> in(3 * 120), out(3, -1);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * i % 1000);
        const void* const captures[] = {in.data(), out.data()};
        compiled.run(captures, {3 * 24, 5, 1}, 120 * sizeof(int));
        for (std::size_t g = 0; g < 3; ++g) {
            int sum = 0;
            for (std::size_t i = 0; i < 120; ++i) sum += in[g * 120 + i] << (sum & 1);
            EXPECT_EQ(out[g], sum) << "group " << g;
        }
    }
}

TEST(GroupKernel, AForcedLoopRefusesBarriers) {
    ir_kernel kernel(tree_reduction);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 64;
    kernel.request.variant.strategy = NDW_STRATEGY_LOOP;
    const outcome made = compile_request(kernel.request);
    EXPECT_EQ(made.status, NDW_COMPILE_UNSUPPORTED);
    EXPECT_NE(made.message.find("has a barrier"), std::string::npos) << made.message;
}

TEST(GroupKernel, IdsOfThreeAxesAreRightWithoutABarrier) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %x = call i64 @__ndweave_global_id(i32 0)
  %y = call i64 @__ndweave_global_id(i32 1)
  %z = call i64 @__ndweave_global_id(i32 2)
  %w = call i64 @__ndweave_global_range(i32 0)
  %h = call i64 @__ndweave_global_range(i32 1)
  %lx = call i32 @__ndweave_local_id(i32 0)
  %ly = call i32 @__ndweave_local_id(i32 1)
  %gz = call i64 @__ndweave_group_id(i32 2)
  %zh = mul i64 %z, %h
  %zy = add i64 %zh, %y
  %zyw = mul i64 %zy, %w
  %i = add i64 %zyw, %x
  %a = load ptr, ptr %f
  %p = getelementptr i64, ptr %a, i64 %i
  %ly10 = mul i32 %ly, 10
  %l = add i32 %lx, %ly10
  %l64 = zext i32 %l to i64
  %g1000 = mul i64 %gz, 1000
  %v = add i64 %l64, %g1000
  %old = load i64, ptr %p
  %new = add i64 %old, %v
  store i64 %new, ptr %p
  ret void
})");
    kernel.request.variant.kind = 2;
    kernel.request.variant.dimensions = 3;
    kernel.request.variant.local_range[0] = 5;
    kernel.request.variant.local_range[1] = 3;
    kernel.request.variant.local_range[2] = 2;
    const host_kernel compiled(kernel);
    constexpr std::uint64_t w = 15, h = 9, d = 6;
    std::vector<std::int64_t> data(w * h * d, 0);
    const void* const captures[] = {data.data()};
    compiled.run(captures, {w, h, d});
    for (std::uint64_t i = 0; i < data.size(); ++i) {
        const std::uint64_t x = i % w, y = i / w % h, z = i / w / h;
        ASSERT_EQ(data[i], static_cast<std::int64_t>(x % 5 + 10 * (y % 3) + 1000 * (z / 2))) << i;
    }
    EXPECT_EQ(compiled.view().uses_barrier, 0u);
}

/// Sparse matrix times vector: a loop of another length for every row.
TEST(GroupKernel, ABasicKernelWithALoopRunsInTiles) {
    const ir_kernel kernel(R"(
define void @kernel(ptr %f) {
entry:
  %i = call i64 @__ndweave_global_id(i32 0)
  %starts = load ptr, ptr %f
  %vp = getelementptr i8, ptr %f, i64 8
  %values = load ptr, ptr %vp
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %sp = getelementptr i32, ptr %starts, i64 %i
  %begin = load i32, ptr %sp
  %i1 = add i64 %i, 1
  %ep = getelementptr i32, ptr %starts, i64 %i1
  %end = load i32, ptr %ep
  %any = icmp slt i32 %begin, %end
  br i1 %any, label %loop, label %done
loop:
  %k = phi i32 [ %begin, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %kw = sext i32 %k to i64
  %p = getelementptr i32, ptr %values, i64 %kw
  %v = load i32, ptr %p
  %more = add i32 %sum, %v
  %next = add nsw i32 %k, 1
  %go = icmp slt i32 %next, %end
  br i1 %go, label %loop, label %done
done:
  %total = phi i32 [ 0, %entry ], [ %more, %loop ]
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %total, ptr %q
  ret void
})");
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const host_kernel compiled(kernel);
    for (const std::size_t rows : {1, 255, 256, 257, 1000}) {
        std::vector<int> starts{0}, values, out(rows + 1, -1);
        for (std::size_t r = 0; r < rows; ++r) {
            for (unsigned n = random() % 9; n > 0; --n) values.push_back(static_cast<int>(random() % 100));
            starts.push_back(static_cast<int>(values.size()));
        }
        const void* const captures[] = {starts.data(), values.data(), out.data()};
        compiled.run(captures, {rows, 1, 1});
        for (std::size_t r = 0; r < rows; ++r) {
            int sum = 0;
            for (int k = starts[r]; k < starts[r + 1]; ++k) sum += values[k];
            ASSERT_EQ(out[r], sum) << "row " << r << " of " << rows;
        }
        EXPECT_EQ(out[rows], -1);
    }
}

TEST(GroupKernel, PrivateArraysOfABasicKernelArePrivate) {
    const ir_kernel kernel(R"(
define void @kernel(ptr %f) {
entry:
  %array = alloca [16 x i32]
  %i = call i64 @__ndweave_global_id(i32 0)
  %out = load ptr, ptr %f
  %i32 = trunc i64 %i to i32
  br label %fill
fill:
  %k = phi i32 [ 0, %entry ], [ %k1, %fill ]
  %kp = getelementptr [16 x i32], ptr %array, i32 0, i32 %k
  %kv = mul i32 %k, %i32
  store i32 %kv, ptr %kp
  %k1 = add i32 %k, 1
  %kgo = icmp ult i32 %k1, 16
  br i1 %kgo, label %fill, label %pick
pick:
  %at = and i32 %i32, 15
  %ap = getelementptr [16 x i32], ptr %array, i32 0, i32 %at
  %v = load i32, ptr %ap
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %v, ptr %q
  ret void
})");
    const host_kernel compiled(kernel);
    std::vector<int> out(777);
    const void* const captures[] = {out.data()};
    compiled.run(captures, {out.size(), 1, 1});
    for (int i = 0; i < 777; ++i) ASSERT_EQ(out[i], i * (i & 15)) << i;
}

TEST(GroupKernel, GroupScratchDoesNotOverlapWhatIsKept) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %lid = call i32 @__ndweave_local_id(i32 0)
  %gid = call i64 @__ndweave_global_id(i32 0)
  %size = call i32 @__ndweave_local_range(i32 0)
  %in = load ptr, ptr %f
  %p = getelementptr i64, ptr %in, i64 %gid
  %keep = load i64, ptr %p
  %scratch = call ptr @__ndweave_group_scratch(i32 8)
  %mine = getelementptr i64, ptr %scratch, i32 %lid
  store i64 %keep, ptr %mine
  call void @__ndweave_barrier()
  %last = sub i32 %size, 1
  %from = sub i32 %last, %lid
  %theirs = getelementptr i64, ptr %scratch, i32 %from
  %v = load i64, ptr %theirs
  %w = mul i64 %v, 1000
  %r = add i64 %w, %keep
  store i64 %r, ptr %p
  ret void
})");
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 33;
    const host_kernel compiled(kernel);
    std::vector<std::int64_t> data(99);
    for (int i = 0; i < 99; ++i) data[i] = i;
    const void* const captures[] = {data.data()};
    compiled.run(captures, {99, 1, 1});
    for (int i = 0; i < 99; ++i) ASSERT_EQ(data[i], (i / 33 * 33 + 32 - i % 33) * 1000 + i) << i;
    EXPECT_GE(compiled.view().arena_bytes, 33u * 16u);
}

/// out[2 i] = in[7 lid & 255], out[2 i + 1] = i
constexpr const char* wrapping_stride = R"(
define void @kernel(ptr %f) {
  %lid = call i32 @__ndweave_local_id(i32 0)
  %gid = call i64 @__ndweave_global_id(i32 0)
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %m = mul i32 %lid, 7
  %w = and i32 %m, 255
  %i = zext i32 %w to i64
  %src = getelementptr inbounds i32, ptr %in, i64 %i
  %v = load i32, ptr %src
  %even = shl nuw i64 %gid, 1
  %odd = or disjoint i64 %even, 1
  %a = getelementptr inbounds i32, ptr %out, i64 %even
  %b = getelementptr inbounds i32, ptr %out, i64 %odd
  store i32 %v, ptr %a
  store i32 %lid, ptr %b
  ret void
})";

TEST(GroupKernel, StridesMayWrapAround) {
    ir_kernel kernel(wrapping_stride);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 128;
    const host_kernel compiled(kernel);
    std::vector<int> in(256), out(2 * 256, -1);
    for (int i = 0; i < 256; ++i) in[i] = 1000 + i;
    const void* const captures[] = {in.data(), out.data()};
    compiled.run(captures, {256, 1, 1});
    for (int i = 0; i < 256; ++i) ASSERT_EQ(out[2 * i], 1000 + (i % 128 * 7 & 255)) << i;
}

}  // namespace
}  // namespace ndweave::compiler::testing
