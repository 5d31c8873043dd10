// Divisions that only a guard protects, of values that all work-items share.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

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

TEST(guarded_divisions, of_values_that_all_work_items_share) {
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

/// out[i] = on ? (m[i] & 1 ? t[a / b & 255] : 7) : 5: unswitched, the loop has no preheader of its own.
constexpr const char* divisions_under_a_condition = R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %onp = getelementptr i8, ptr %f, i64 32
  %flag = load i8, ptr %onp, !range !{i8 0, i8 2}
  %shared = trunc nuw i8 %flag to i1
  br i1 %shared, label %on, label %off
on:
  %m = load ptr, ptr %f
  %pm = getelementptr i32, ptr %m, i64 %i
  %vm = load i32, ptr %pm
  %is = icmp eq i32 %vm, 1
  br i1 %is, label %then, label %end
then:
  %tp = getelementptr i8, ptr %f, i64 8
  %t = load ptr, ptr %tp
  %ap = getelementptr i8, ptr %f, i64 24
  %a = load i32, ptr %ap
  %bp = getelementptr i8, ptr %f, i64 28
  %b = load i32, ptr %bp
  %q = DIVIDE i32 %a, %b
  %index = and i32 %q, 255
  %wide = zext i32 %index to i64
  %pt = getelementptr i32, ptr %t, i64 %wide
  %vt = load i32, ptr %pt
  br label %end
end:
  %r = phi i32 [ %vt, %then ], [ 7, %on ]
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %pout = getelementptr i32, ptr %out, i64 %i
  store i32 %r, ptr %pout
  ret void
off:
  %op.off = getelementptr i8, ptr %f, i64 16
  %out.off = load ptr, ptr %op.off
  %pout.off = getelementptr i32, ptr %out.off, i64 %i
  store i32 5, ptr %pout.off
  ret void
})";

TEST(guarded_divisions, in_loops_that_a_condition_enters) {
    constexpr std::size_t n = 203;
    aligned_buffer<std::int32_t> m(n), t(256), out(n);
    for (int i = 0; i < 256; ++i) t[i] = i * 3;
    for (std::size_t i = 0; i < n; ++i) m[i] = i % 16 != 0 && i % 3 == 0;
    for (const std::string operation : {"udiv", "urem", "sdiv", "srem"}) {
        const ir_kernel kernel(with_operation(divisions_under_a_condition, operation));
        const host_kernel compiled(kernel);
        for (const bool on : {true, false}) {
            const struct {
                division_captures values;
                bool on;
            } captures{{m.data(), t.data(), out.data(), 12345, 77}, on};
            compiled.run(&captures, {n, 1, 1});
            for (std::size_t i = 0; i < n; ++i) {
                const int expected = !on ? 5 : m[i] & 1 ? t[divide(operation, 12345, 77) & 255] : 7;
                ASSERT_EQ(out[i], expected) << operation << " at " << i;
            }
        }
    }
}

TEST(guarded_divisions, captures_that_only_a_guard_uses_are_loaded_before_the_loop) {
    const ir_kernel kernel(with_operation(guarded_divisions, "udiv"));
    const std::string ir = ir_after("optimise", kernel);
    const std::size_t loop = ir.find("vector.body:");
    ASSERT_NE(loop, std::string::npos) << ir;
    EXPECT_EQ(ir.find("load ptr", loop), std::string::npos) << ir;
    EXPECT_EQ(ir.find("gather.v8p0", loop), std::string::npos) << ir;
}

}  // namespace
}  // namespace ndweave::compiler::testing
