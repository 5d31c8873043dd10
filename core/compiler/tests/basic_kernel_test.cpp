// Basic kernels: one work-item per point of a range, compiled for the host and run on buffers.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr const char* triad = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %cp = getelementptr i8, ptr %f, i64 16
  %c = load ptr, ptr %cp
  %sp = getelementptr i8, ptr %f, i64 24
  %s = load double, ptr %sp
  %pb = getelementptr double, ptr %b, i64 %i
  %vb = load double, ptr %pb
  %pc = getelementptr double, ptr %c, i64 %i
  %vc = load double, ptr %pc
  %m = fmul double %s, %vc
  %r = fadd double %vb, %m
  %pa = getelementptr double, ptr %a, i64 %i
  store double %r, ptr %pa
  ret void
})";

struct triad_captures {
    double *a, *b, *c;
    double s;
};

std::vector<double> random_values(std::size_t n) {
    const unsigned seed = std::random_device()();
    ::testing::Test::RecordProperty("seed", static_cast<int>(seed));
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<double> values(n);
    for (double& v : values) v = std::uniform_real_distribution(-8.0, 8.0)(random);
    return values;
}

void expect_triad(std::size_t n, std::uint32_t flags, std::uint32_t alignment) {
    ir_kernel kernel(triad);
    kernel.request.flags = flags;
    kernel.request.pointer_alignment = alignment;
    const host_kernel compiled(kernel);
    aligned_buffer<double> a(n + 64), b(n), c(n);
    const std::vector<double> values = random_values(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
        b[i] = values[i];
        c[i] = values[n + i];
    }
    a.fill(-1);
    const triad_captures captures{a.data(), b.data(), c.data(), 0.4};
    compiled.run(&captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a[i], b[i] + 0.4 * c[i]) << "at " << i << " of " << n;
    for (std::size_t i = n; i < n + 64; ++i) ASSERT_EQ(a[i], -1) << "written past the end, at " << i;
}

/// out[i] = a[2 i] + 1000 * a[2 i + 1], which the work-item wrote through b before.
constexpr const char* strided_in_place = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %even = shl i64 %i, 1
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

TEST(basic_kernel, strided_loads_stay_behind_stores) {
    const ir_kernel kernel(strided_in_place);
    const host_kernel compiled(kernel);
    constexpr std::size_t n = 1003;
    aligned_buffer<std::uint32_t> a(2 * n), out(n);
    for (std::size_t i = 0; i < 2 * n; ++i) a[i] = static_cast<std::uint32_t>(i * 7);
    const void* const captures[] = {a.data(), a.data(), out.data()};
    compiled.run(captures, {n, 1, 1});
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], 14 * i + 1000 * 3 * 14 * i) << "at " << i;
}

/// out[i] = m[i] & 1 ? t[a / b & 255] : 7; a and b are captures.
constexpr const char* guarded_divisions = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %m = load ptr, ptr %f
  %tp = getelementptr i8, ptr %f, i64 8
  %t = load ptr, ptr %tp
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %ap = getelementptr i8, ptr %f, i64 24
  %a = load i32, ptr %ap
  %bp = getelementptr i8, ptr %f, i64 28
  %b = load i32, ptr %bp
  %pm = getelementptr i32, ptr %m, i64 %i
  %vm = load i32, ptr %pm
  %bit = trunc i32 %vm to i1
  br i1 %bit, label %then, label %end
then:
  %q = DIVIDE i32 %a, %b
  %index = and i32 %q, 255
  %wide = zext i32 %index to i64
  %pt = getelementptr i32, ptr %t, i64 %wide
  %vt = load i32, ptr %pt
  br label %end
end:
  %r = phi i32 [ %vt, %then ], [ 7, %0 ]
  %pout = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %pout
  ret void
})";

std::string with_operation(std::string text, const std::string& operation) {
    for (std::size_t at; (at = text.find("DIVIDE")) != std::string::npos;) text.replace(at, 6, operation);
    return text;
}

struct division_captures {
    const std::int32_t *m, *t;
    std::int32_t *out, a, b;
};

std::int32_t divide(const std::string& operation, std::int32_t a, std::int32_t b) {
    const auto ua = static_cast<std::uint32_t>(a), ub = static_cast<std::uint32_t>(b);
    if (operation == "udiv") return static_cast<std::int32_t>(ua / ub);
    if (operation == "urem") return static_cast<std::int32_t>(ua % ub);
    return operation == "sdiv" ? a / b : a % b;
}

TEST(basic_kernel, divisions_under_a_guard_that_all_work_items_share) {
    constexpr std::size_t n = 203;
    aligned_buffer<std::int32_t> m(n), t(256), out(n);
    for (int i = 0; i < 256; ++i) t[i] = i * 3;
    for (const std::string operation : {"udiv", "urem", "sdiv", "srem"}) {
        const ir_kernel kernel(with_operation(guarded_divisions, operation));
        const host_kernel compiled(kernel);
        // Guards that leave out first lanes, all (a division by 0 is legal then), and, signed, what overflows.
        using values = std::array<std::int32_t, 3>;
        for (const auto& [a, b, on] :
             {values{12345, 77, 1}, values{-12345, 77, 1}, values{5, 0, 0}, values{INT32_MIN, -1, 0}}) {
            for (std::size_t i = 0; i < n; ++i) {
                m[i] = static_cast<std::int32_t>(i * 2654435761u >> 9) & ~1;
                if (on && i % 16 != 0 && i % 3 == 0) m[i] |= 1;
            }
            const division_captures captures{m.data(), t.data(), out.data(), a, b};
            compiled.run(&captures, {n, 1, 1});
            for (std::size_t i = 0; i < n; ++i) {
                const int expected = m[i] & 1 ? t[divide(operation, a, b) & 255] : 7;
                ASSERT_EQ(out[i], expected) << operation << " " << a << " " << b << " at " << i;
            }
        }
    }
}

TEST(basic_kernel, captures_that_only_a_guard_uses_are_loaded_before_the_loop) {
    const ir_kernel kernel(with_operation(guarded_divisions, "udiv"));
    const std::string ir = ir_after("optimise", kernel);
    const std::size_t loop = ir.find("vector.body:");
    ASSERT_NE(loop, std::string::npos) << ir;
    EXPECT_EQ(ir.find("load ptr", loop), std::string::npos) << ir;
    EXPECT_EQ(ir.find("gather.v8p0", loop), std::string::npos) << ir;
}

TEST(basic_kernel, triad_of_odd_sizes) {
    for (const std::size_t n : {1, 2, 63, 64, 65, 1000, 4099}) expect_triad(n, 0, 1);
}

TEST(basic_kernel, triad_with_streaming_stores_of_odd_sizes) {
    for (const std::size_t n : {1, 63, 64, 65, 1000, 4099}) expect_triad(n, NDW_COMPILE_STREAMING_STORES, 64);
}

TEST(basic_kernel, streaming_stores_cope_with_unaligned_pointers_and_boxes) {
    ir_kernel kernel(triad);
    kernel.request.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.pointer_alignment = 64;
    const host_kernel compiled(kernel);
    constexpr std::size_t n = 1000;
    for (const std::size_t shift : {0, 1, 3}) {
        for (const std::size_t split : {64, 77, 999}) {
            aligned_buffer<double> a(n + 8), b(n), c(n);
            for (std::size_t i = 0; i < n; ++i) b[i] = static_cast<double>(i);
            c.fill(2);
            const triad_captures captures{a.data() + shift, b.data(), c.data(), 0.5};
            const ndw_host_launch launch = compiled.launch_of(&captures, {n, 1, 1});
            compiled.run_box(launch, {{split, 0, 0}, {n, 1, 1}});
            for (std::size_t i = 0; i < split; ++i) ASSERT_EQ(a[i + shift], 0) << "outside of the box, at " << i;
            compiled.run_box(launch, {{0, 0, 0}, {split, 1, 1}});
            for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a[i + shift], static_cast<double>(i) + 1);
        }
    }
}

TEST(basic_kernel, is_vectorized_without_run_time_checks) {
    const ir_kernel kernel(triad);
    const host_kernel compiled(kernel);
    EXPECT_EQ(compiled.report().find("\"vector_width\":1,"), std::string::npos) << compiled.report();
    const std::string ir = ir_after("optimise", kernel);
    EXPECT_NE(ir.find("vector.body"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("diff.check"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("memcheck"), std::string::npos) << ir;
}

TEST(basic_kernel, streaming_stores_are_reported) {
    ir_kernel kernel(triad);
    kernel.request.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.pointer_alignment = 64;
    const host_kernel compiled(kernel);
    EXPECT_NE(compiled.report().find("\"streaming_stores\":"), std::string::npos);
    EXPECT_EQ(compiled.report().find("\"streaming_stores\":0"), std::string::npos) << compiled.report();
}

TEST(basic_kernel, a_stream_that_is_read_is_not_streamed) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %p = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %p
  %r = fadd double %v, 1.0
  store double %r, ptr %p
  ret void
})");
    kernel.request.flags = NDW_COMPILE_STREAMING_STORES;
    kernel.request.pointer_alignment = 64;
    const host_kernel compiled(kernel);
    EXPECT_NE(compiled.report().find("\"streaming_stores\":0"), std::string::npos) << compiled.report();
}

TEST(basic_kernel, three_dimensions_in_boxes) {
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
    kernel.request.dimensions = 3;
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

TEST(basic_kernel, single_task_runs_once) {
    ir_kernel kernel(R"(
define void @kernel(ptr %f) {
  %a = load ptr, ptr %f
  %old = load i32, ptr %a
  %new = add i32 %old, 1
  store i32 %new, ptr %a
  ret void
})");
    kernel.request.kind = 0;
    const host_kernel compiled(kernel);
    int count = 41;
    const void* const captures[] = {&count};
    compiled.run(captures, {1, 1, 1});
    EXPECT_EQ(count, 42);
}

TEST(basic_kernel, unused_axes_and_unknown_axes_are_folded) {
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

/// y = f(x) for a function that clang calls by `call`; `declare` declares it.
double apply(const std::string& declare, const std::string& call, double x, std::uint32_t flags) {
    ir_kernel kernel(declare + R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %p = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p
  %y = )" + call + R"(
  store double %y, ptr %p
  ret void
})");
    kernel.request.flags = flags;
    const host_kernel compiled(kernel);
    std::vector<double> data(37, x);
    const void* const captures[] = {data.data()};
    compiled.run(captures, {data.size(), 1, 1});
    for (const double y : data) EXPECT_NEAR(y, data.back(), 1e-14) << "vector and scalar version agree";
    return data.front();
}

TEST(basic_kernel, mathematics) {
    for (const std::uint32_t flags :
         {0u, std::uint32_t(NDW_COMPILE_FAST_VECTOR_MATH), std::uint32_t(NDW_COMPILE_FAST_MATH)}) {
        SCOPED_TRACE(flags);
        EXPECT_NEAR(apply("declare double @sin(double)", "call double @sin(double %x)", 0.7, flags), std::sin(0.7),
                    1e-15);
        EXPECT_NEAR(apply("declare double @llvm.exp.f64(double)", "call double @llvm.exp.f64(double %x)", 0.7, flags),
                    std::exp(0.7), 2e-15);
        EXPECT_NEAR(apply("declare double @pow(double, double)", "call double @pow(double %x, double %x)", 0.7, flags),
                    std::pow(0.7, 0.7), 1e-15);
        EXPECT_NEAR(apply("declare double @erf(double)", "call double @erf(double %x)", 0.7, flags), std::erf(0.7),
                    1e-15);
        EXPECT_NEAR(
            apply("declare double @hypot(double, double)", "call double @hypot(double %x, double 2.0)", 0.7, flags),
            std::hypot(0.7, 2.0), 1e-15);
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
