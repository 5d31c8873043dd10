// Check mode and vectors of which some lanes are accessed: what a program's own vector instructions become.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "compiler/tests/random/cases/product_code.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::uint32_t items = 5, lanes = 4, count = items * lanes - 2;

/// Work-items handle four elements each, as far as there are any: %lanes.here says which, %to points to the four.
std::string masked_kernel(const std::string& text) {
    return R"(
declare i32 @__ndweave_local_id(i32)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
define void @kernel(ptr %f) {
  %l = call i32 @__ndweave_local_id(i32 0)
  %out = load ptr, ptr %f
  %np = getelementptr i8, ptr %f, i64 8
  %n = load i32, ptr %np
  %first = mul i32 %l, 4
  %some = insertelement <4 x i32> poison, i32 %first, i64 0
  %all = shufflevector <4 x i32> %some, <4 x i32> poison, <4 x i32> zeroinitializer
  %i = add <4 x i32> %all, <i32 0, i32 1, i32 2, i32 3>
  %ends = insertelement <4 x i32> poison, i32 %n, i64 0
  %end = shufflevector <4 x i32> %ends, <4 x i32> poison, <4 x i32> zeroinitializer
  %lanes.here = icmp ult <4 x i32> %i, %end
  %to = getelementptr i32, ptr %out, i32 %first
)" + text + "  ret void\n}\n";
}

/// Runs on `count` elements of which the kernel may reach the first `reachable`.
std::array<std::uint32_t, count> run(const std::string& text, std::uint32_t reachable) {
    work_group group;
    group.local_range[0] = items;
    std::array<std::uint32_t, count> out{};
    for (std::uint32_t i = 0; i < count; ++i) out[i] = 7 * i;
    const struct {
        void* out;
        std::uint32_t n;
    } functor{out.data(), count};
    const product_code code({masked_kernel(text)}, group,
                            {NDW_STRATEGY_AUTO, NDW_COMPILE_CHECK, false, sizeof functor, true});
    const std::array<product_code::memory, 1> memory{std::as_bytes(std::span(out)).first(4 * reachable)};
    code.run(group, &functor, memory);
    return out;
}

constexpr const char* load_and_store = R"(
  %x = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %to, i32 4, <4 x i1> %lanes.here, <4 x i32> zeroinitializer)
  %y = add <4 x i32> %x, %i
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %y, ptr %to, i32 4, <4 x i1> %lanes.here)
)";

constexpr const char* gather_and_scatter = R"(
  %places = getelementptr i32, ptr %out, <4 x i32> %i
  %x = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> %lanes.here,
    <4 x i32> zeroinitializer)
  %y = add <4 x i32> %x, %i
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %y, <4 x ptr> %places, i32 4, <4 x i1> %lanes.here)
)";

TEST(CheckedMasks, LanesThatAreAccessedMustBeInBounds) {
    for (const char* text : {load_and_store, gather_and_scatter}) {
        SCOPED_TRACE(text);
        const auto out = run(text, count);
        for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(out[i], 8 * i);
        EXPECT_THROW(run(text, count - 1), wrong_result);
    }
}

/// To four elements of a private array of which `first` is the first one.
std::string private_store(std::uint32_t first) {
    return R"(
  %array = alloca [6 x i32]
  %place = getelementptr [6 x i32], ptr %array, i64 0, i64 )" +
           std::to_string(first) + R"(
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %i, ptr %place, i32 4, <4 x i1> %lanes.here)
  %x = load volatile i32, ptr %place
)";
}

TEST(CheckedMasks, SoMustThoseOfPrivateArrays) {
    EXPECT_NO_THROW(run(private_store(2), count));
    EXPECT_THROW(run(private_store(3), count), wrong_result);
}

}  // namespace
}  // namespace ndweave::compiler::testing
