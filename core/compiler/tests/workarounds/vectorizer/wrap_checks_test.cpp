// Loops of kernels whose narrow counters wrap around before the loop ends (workarounds/keep_wrap_checks).
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[id] = 0 + %value of k = 0 + ... + %value of k = 255, with `phis` and `body`, which makes %value.
std::string sum_text(const std::string& phis, const std::string& body) {
    return R"(
define void @kernel(ptr %f) {
entry:
  %id = call i64 @__ndweave_global_id(i32 0)
  %in = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p1
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
)" + phis + body +
           R"(
  %weight = trunc i64 %k to i32
  %product = mul i32 %value, %weight
  %more = add i32 %sum, %product
  %next = add nuw nsw i64 %k, 1
  %last = icmp eq i64 %next, 256
  br i1 %last, label %end, label %loop
end:
  %at = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %more, ptr %at
  ret void
})";
}

std::vector<std::uint32_t> random_table(std::size_t size) {
    std::mt19937 random(std::random_device{}());
    std::vector<std::uint32_t> table(size);
    for (auto& each : table) each = random();
    return table;
}

/// The kernel's result, which every work-item must have.
std::uint32_t run(const std::string& text, const std::vector<std::uint32_t>& in) {
    std::vector<std::uint32_t> out(3, 4711);
    const void* const captures[] = {in.data(), out.data()};
    ir_kernel kernel(text);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 1;
    host_kernel(kernel).run(captures, {out.size(), 1, 1});
    EXPECT_EQ(out, std::vector(out.size(), out[0]));
    return out[0];
}

template <class Value>
std::uint32_t sum_of(const Value& value) {
    std::uint32_t sum = 0;
    for (std::uint32_t k = 0; k < 256; ++k) sum += k * value(k);
    return sum;
}

TEST(WrapChecks, ArraysMayBeReadModuloTheirLength) {
    const std::vector<std::uint32_t> in = random_table(256);
    const std::uint32_t got = run(sum_text("", R"(
  %seven = mul i64 %k, 7
  %index = and i64 %seven, 255
  %from = getelementptr inbounds i32, ptr %in, i64 %index
  %value = load i32, ptr %from)"),
                                  in);
    EXPECT_EQ(got, sum_of([&](std::uint32_t k) { return in[k * 7 % 256]; }));
}

TEST(WrapChecks, CountersMayBeCutBeforeTheyAreAddedTo) {
    const std::uint32_t got = run(sum_text("  %value = phi i32 [ 0, %entry ], [ %wider, %loop ]\n", R"(
  %low = and i32 %value, 255
  %wider = add i32 %low, 7)"),
                                  {});
    EXPECT_EQ(got, sum_of([](std::uint32_t k) { return k == 0 ? 0 : (k - 1) * 7 % 256 + 7; }));
}

}  // namespace
}  // namespace ndweave::compiler::testing
