// What work-items keep between regions: one array for values that are never kept at the same time.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

struct captures {
    const std::uint32_t* in;
    std::uint32_t* out;
};

constexpr std::uint32_t items = 64;

/// out[l] = in[l] * 3 ^ l, with a barrier before and behind the product; `last` is what is stored.
std::string kernel_text(const std::string& last) {
    return R"(
define void @kernel(ptr %f) {
  %l = call i32 @__ndweave_local_id(i32 0)
  %local = zext i32 %l to i64
  %in = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p1
  %from = getelementptr i32, ptr %in, i64 %local
  %x = load i32, ptr %from
  call void @__ndweave_barrier()
  %product = mul i32 %x, 3
  %y = xor i32 %product, %l
  %to = getelementptr i32, ptr %out, i64 %local
  store i32 %y, ptr %to
  call void @__ndweave_barrier()
  %z = load i32, ptr %to
  call void @__ndweave_barrier()
  %both = add i32 %x, %z
  store i32 )" +
           last +
           R"(, ptr %to
  ret void
})";
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

void expect_arrays(std::size_t arrays, const std::string& last, auto reference) {
    SCOPED_TRACE(last);
    ir_kernel kernel(kernel_text(last));
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = items;
    const host_kernel compiled(kernel);
    EXPECT_EQ(count(compiled.report(), "\"bytes\":256"), arrays) << compiled.report();
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<std::uint32_t> in(items), out(items);
    for (auto& each : in) each = random();
    const captures c{in.data(), out.data()};
    compiled.run(&c, {items, 1, 1});
    for (std::uint32_t l = 0; l < items; ++l) EXPECT_EQ(out[l], reference(in[l], (in[l] * 3) ^ l)) << l;
}

TEST(SpillSlots, ValuesThatAreKeptAtDifferentTimesShareMemory) {
    expect_arrays(1, "%z", [](std::uint32_t, std::uint32_t y) { return y; });
}

TEST(SpillSlots, ValuesThatAreKeptAtTheSameTimeDoNot) {
    expect_arrays(2, "%both", [](std::uint32_t x, std::uint32_t y) { return x + y; });
}

}  // namespace
}  // namespace ndweave::compiler::testing
