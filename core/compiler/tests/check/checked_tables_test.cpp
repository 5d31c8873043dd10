// Check mode and constant tables whose addresses are kept over a barrier.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "compiler/tests/random/cases/product_code.hpp"

namespace ndweave::compiler::testing {
namespace {

/// out[l] = table[l / 5], where the address is made before a barrier, and the division too dear to be made again.
constexpr const char* kept_address = R"(
@table = private unnamed_addr constant [16 x i16] [i16 3, i16 1, i16 4, i16 1, i16 5, i16 9, i16 2, i16 6, i16 5, i16 3,
  i16 5, i16 8, i16 9, i16 7, i16 9, i16 3], align 16
declare i32 @__ndweave_local_id(i32)
declare void @__ndweave_barrier() convergent
define void @kernel(ptr %f) {
  %l = call i32 @__ndweave_local_id(i32 0)
  %out = load ptr, ptr %f
  %np = getelementptr i8, ptr %f, i64 8
  %n = load i32, ptr %np
  %index = udiv i32 %l, %n
  %wide = zext i32 %index to i64
  %from = getelementptr i16, ptr @table, i64 %wide
  %to = getelementptr i32, ptr %out, i32 %l
  store i32 %l, ptr %to
  call void @__ndweave_barrier()
  %x = load i16, ptr %from
  %y = zext i16 %x to i32
  store i32 %y, ptr %to
  ret void
})";

TEST(CheckedTables, AreRecognisedByTheirAddresses) {
    work_group group;
    group.local_range[0] = 64;
    std::array<std::uint32_t, 64> out{};
    const struct {
        void* out;
        std::uint32_t n;
    } functor{out.data(), 5};
    const product_code code({kept_address}, group, {NDW_STRATEGY_CBS, NDW_COMPILE_CHECK, false, sizeof functor, true});
    const std::array<product_code::memory, 1> reachable{std::as_bytes(std::span(out))};
    ASSERT_NO_THROW(code.run(group, &functor, reachable));
    constexpr std::uint32_t table[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9};
    for (std::uint32_t l = 0; l < 64; ++l) EXPECT_EQ(out[l], table[l / 5]) << l;
    const std::array<product_code::memory, 1> less{reachable[0].first(32)};
    EXPECT_THROW(code.run(group, &functor, less), std::logic_error);
}

}  // namespace
}  // namespace ndweave::compiler::testing
