// Bytes shifted right with their sign, by different amounts, of which only the shift by 0 is wanted: GFNI.
#include <gtest/gtest.h>

#include <cstdint>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[i] = x >> (lane & 7) of the sub-group's first lane.
constexpr const char* shifts = R"(
declare i32 @__ndweave_shuffle_u32(i32, i32) convergent

define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %local = call i32 @__ndweave_local_id(i32 0)
  %from = load ptr, ptr %f
  %x = load i8, ptr %from
  %narrow = trunc i32 %local to i8
  %amount = and i8 %narrow, 7
  %shifted = ashr i8 %x, %amount
  %wide = sext i8 %shifted to i32
  %first = call i32 @__ndweave_shuffle_u32(i32 %wide, i32 0)
  %op = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %op
  %to = getelementptr i32, ptr %out, i64 %i
  store i32 %first, ptr %to
  ret void
})";

TEST(ByteShifts, ByNothingLeaveTheByte) {
    constexpr std::uint32_t items = 128;
    for (const std::uint32_t lanes : {16u, 32u, 64u}) {
        ir_kernel kernel(shifts);
        kernel.request.variant.kind = 2;
        kernel.request.variant.local_range[0] = items;
        kernel.request.variant.sub_group_size = lanes;
        const host_kernel compiled(kernel);
        for (const std::int8_t x : {-128, -83, -1, 0, 1, 90, 127}) {
            aligned_buffer<std::int32_t> out(items);
            const struct {
                const std::int8_t* x;
                std::int32_t* out;
            } captures{&x, out.data()};
            compiled.run(&captures, {items, 1, 1});
            for (std::uint32_t i = 0; i < items; ++i) ASSERT_EQ(out[i], x) << lanes << " lanes, work-item " << i;
        }
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
