// OpenCL C for devices that run the work-items of a group in loops: accesses that LLVM would move past others of the
// same work-item where it makes vectors of such a loop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "compiler/tests/c_source/kernel.hpp"
#include "compiler/tests/c_source/run.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct functor {
    std::uint32_t* array;
    std::uint32_t* out;
    std::uint32_t n;
};

constexpr const char* start = R"(
define void @kernel(ptr %f) {
  %array = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %n = load i32, ptr %p2
  %own = alloca [4 x i32], align 4
  %x = call i32 @__ndweave_local_id(i32 0)
  %y = call i32 @__ndweave_local_id(i32 1)
  %z = call i32 @__ndweave_local_id(i32 2)
  %width = call i32 @__ndweave_local_range(i32 0)
  %height = call i32 @__ndweave_local_range(i32 1)
  %plane = mul i32 %z, %height
  %line = add i32 %plane, %y
  %row = mul i32 %line, %width
  %item = add i32 %row, %x
  %place = zext i32 %item to i64
  %to = getelementptr i32, ptr %out, i64 %place
  %first = and i32 %n, 1
  %second = xor i32 %first, 1
  %i = zext i32 %first to i64
  %j = zext i32 %second to i64
)";

/// A private array is written whole; one of its elements is read.
constexpr const char* written_then_read = R"(
  %a1 = getelementptr i32, ptr %own, i64 1
  %a2 = getelementptr i32, ptr %own, i64 2
  %a3 = getelementptr i32, ptr %own, i64 3
  store i32 %item, ptr %own
  store i32 %item, ptr %a1
  store i32 %item, ptr %a2
  store i32 %item, ptr %a3
  %chosen = getelementptr i32, ptr %own, i64 %i
  %result = load i32, ptr %chosen
  store i32 %result, ptr %to
  ret void
})";

/// Of each work-item's pair in %array, element i is read, then element j of it written, then element 1 read.
constexpr const char* read_written_read = R"(
  %pair = getelementptr [2 x i32], ptr %array, i64 %place
  %other = getelementptr i32, ptr %pair, i64 1
  %written = getelementptr i32, ptr %pair, i64 %j
  %before = load i32, ptr %pair
  %seven = add i32 %item, 7
  store i32 %seven, ptr %written
  %after = load i32, ptr %other
  %high = shl i32 %before, 16
  %result = or i32 %high, %after
  store i32 %result, ptr %to
  ret void
})";

/// Both elements of the pair are written, and one is read between.
constexpr const char* written_read_written = R"(
  %pair = getelementptr [2 x i32], ptr %array, i64 %place
  %other = getelementptr i32, ptr %pair, i64 1
  %read = getelementptr i32, ptr %pair, i64 %j
  store i32 %item, ptr %pair
  %result = load i32, ptr %read
  store i32 7, ptr %other
  store i32 %result, ptr %to
  ret void
})";

/// As read_written_read, but the second time a structure of three is read whole.
constexpr const char* read_written_copied = R"(
  %three = getelementptr [3 x i32], ptr %array, i64 %place
  %copy = getelementptr [3 x i32], ptr %out, i64 %place
  %written = getelementptr i32, ptr %three, i64 %j
  %before = load i32, ptr %three
  %sum = add i32 %before, %item
  store i32 %sum, ptr %written
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %copy, ptr align 4 %three, i64 12, i1 false)
  ret void
})";

using extents = std::array<std::size_t, 3>;

ndw_compile_request request_of(const extents& group) {
    ndw_compile_request request = basic_request(sizeof(functor));
    request.variant.kind = 2;
    request.variant.dimensions = 3;
    for (unsigned axis = 0; axis < 3; ++axis)
        request.variant.local_range[axis] = static_cast<std::uint32_t>(group[axis]);
    request.variant.sub_group_size = 1;
    request.variant.flags = NDW_COMPILE_ITEMS_IN_LOOPS;
    return request;
}

using expected_value = std::function<std::uint32_t(std::uint32_t i, std::uint32_t n)>;

/// out[i] for array[i] = 3 * i + 1. Each work-item writes so many words.
void expect_results(const std::string& kernel, const extents& group, const expected_value& expected,
                    std::uint32_t words = 1) {
    opencl_device* device = opencl_device::find();
    if (!device) GTEST_SKIP() << "no OpenCL device with shared virtual memory (Debian: pocl-opencl-icd)";
    const c_source source = emit(start + kernel, c_dialect::opencl_c, request_of(group));
    const auto count = static_cast<std::uint32_t>(group[0] * group[1] * group[2] * words);
    shared_array<std::uint32_t> array(*device, 2 * count), out(*device, count);
    for (std::uint32_t n = 0; n < 2; ++n) {
        for (std::uint32_t i = 0; i < 2 * count; ++i) array.data[i] = 3 * i + 1;
        const functor f{array.data, out.data, n};
        ASSERT_EQ(device->run_group(source, &f, group, 0), "") << source.text;
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(out.data[i], expected(i, n)) << "at " << i << ", n = " << n << "\n" << source.text;
        }
    }
}

constexpr const char* hidden = ">> 63";  // an address's highest bit, which is zero

TEST(MovedAccesses, StayAsTheyAreWhereNothingIsPassed) {
    const auto text_of = [](std::string kernel, const extents& group) {
        return emit(start + std::move(kernel), c_dialect::opencl_c, request_of(group)).text;
    };
    EXPECT_THAT(text_of(read_written_read, {128, 1, 1}), HasSubstr(hidden));
    EXPECT_THAT(text_of(written_then_read, {128, 1, 1}), Not(HasSubstr(hidden)));
    std::string read_twice = read_written_read;
    read_twice.erase(read_twice.find("  store"), std::string("  store i32 %seven, ptr %written\n").size());
    EXPECT_THAT(text_of(read_twice, {128, 1, 1}), Not(HasSubstr(hidden)));
}

TEST(MovedAccesses, PrivateArraysAreRightInShortRows) {
    for (const extents& group : {extents{2, 64, 1}, extents{2, 16, 3}, extents{128, 1, 1}}) {
        expect_results(written_then_read, group, [](std::uint32_t item, std::uint32_t) { return item; });
    }
}

TEST(MovedAccesses, ALoadStaysBehindAStoreToTheSameStructure) {
    for (const extents& group : {extents{128, 1, 1}, extents{2, 64, 1}}) {
        expect_results(read_written_read, group, [](std::uint32_t item, std::uint32_t n) {
            return (6 * item + 1) << 16 | (n % 2 == 0 ? item + 7 : 6 * item + 4);
        });
    }
}

TEST(MovedAccesses, AStoreStaysBeforeALoadFromTheSameStructure) {
    for (const extents& group : {extents{128, 1, 1}, extents{2, 64, 1}}) {
        expect_results(written_read_written, group,
                       [](std::uint32_t item, std::uint32_t n) { return n % 2 == 0 ? 6 * item + 4 : item; });
    }
}

TEST(MovedAccesses, ACopyStaysBehindAStoreToTheSameStructure) {
    for (const extents& group : {extents{128, 1, 1}, extents{2, 64, 1}}) {
        const auto expected = [](std::uint32_t i, std::uint32_t n) {
            return i % 3 == (n + 1) % 2 ? 3 * (i - i % 3) + 1 + i / 3 : 3 * i + 1;
        };
        expect_results(read_written_copied, group, expected, 3);
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
