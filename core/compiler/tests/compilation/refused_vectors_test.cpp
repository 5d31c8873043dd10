// Kernels that LLVM's code generator refuses with vectors.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[i] = p of the fourth work-item of i's sub-group of eight, p = the bits of x[i] + 1 as an integer, times b[i] and
/// shifted right by three, in 64 bits. On processors with AVX2 X86 cannot select an extension of a vector of it.
constexpr const char* products = R"(
declare i32 @__ndweave_shuffle_u32(i32, i32) convergent

define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %x = load ptr, ptr %f
  %px = getelementptr float, ptr %x, i64 %i
  %vx = load float, ptr %px
  %bp = getelementptr i8, ptr %f, i64 8
  %b = load ptr, ptr %bp
  %pb = getelementptr i8, ptr %b, i64 %i
  %vb = load i8, ptr %pb
  %one = fadd float %vx, 1.0
  %bits = bitcast float %one to i32
  %left = sext i32 %bits to i64
  %right = zext i8 %vb to i64
  %product = mul i64 %left, %right
  %shifted = ashr i64 %product, 3
  %p = trunc i64 %shifted to i32
  %fourth = call i32 @__ndweave_shuffle_u32(i32 %p, i32 3)
  %op = getelementptr i8, ptr %f, i64 16
  %out = load ptr, ptr %op
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %fourth, ptr %to
  ret void
})";

TEST(RefusedVectors, AreDoneWithout) {
    constexpr int items = 64;
    ir_kernel kernel(products);
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 32;
    kernel.request.variant.sub_group_size = 8;
    const host_kernel compiled(kernel);
    aligned_buffer<float> x(items);
    aligned_buffer<std::uint8_t> b(items);
    aligned_buffer<std::int32_t> out(items);
    for (int i = 0; i < items; ++i) {
        x[i] = 0.37f * static_cast<float>(i) - 20;
        b[i] = static_cast<std::uint8_t>(7 * i);
    }
    const struct {
        const float* x;
        const std::uint8_t* b;
        std::int32_t* out;
    } captures{x.data(), b.data(), out.data()};
    compiled.run(&captures, {items, 1, 1});
    for (int i = 0; i < items; ++i) {
        const int from = i / 8 * 8 + 3;
        const std::int64_t product = std::int64_t{std::bit_cast<std::int32_t>(x[from] + 1)} * b[from];
        ASSERT_EQ(out[i], static_cast<std::int32_t>(product >> 3)) << i;
    }
    if (compiled.report().find("no vectors: the code generator refused") == std::string::npos)
        GTEST_SKIP() << "this processor's code generator takes the vectors";
}

}  // namespace
}  // namespace ndweave::compiler::testing
