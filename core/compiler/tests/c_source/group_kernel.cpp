#include "group_kernel.hpp"

#include <gtest/gtest.h>

#include <array>

#include "compiler/tests/c_source/run.hpp"

namespace ndweave::compiler::testing {

namespace {

struct functor {
    const std::uint32_t* in;
    std::uint32_t* out;
    std::uint32_t n;
};

constexpr const char* start = R"(
define void @kernel(ptr %f) {
start:
  %in = load ptr, ptr %f
  %p1 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p1
  %p2 = getelementptr i8, ptr %f, i64 16
  %n = load i32, ptr %p2
  %m = call ptr @__ndweave_local_memory()
  %l = call i32 @__ndweave_local_id(i32 0)
  %wide = zext i32 %l to i64
  %from = getelementptr i32, ptr %in, i64 %wide
  %to = getelementptr i32, ptr %out, i64 %wide
  %place = getelementptr i32, ptr %m, i64 %wide
  %x = load i32, ptr %from
)";

std::string kernel_along(unsigned axis, const std::string& rest) {
    std::string all = group_kernel_text(rest);
    constexpr std::string_view call = "__ndweave_local_id(i32 ";
    all[all.find(call) + call.size()] = static_cast<char>('0' + axis);
    return all;
}

}  // namespace

std::string group_kernel_text(const std::string& rest) { return start + rest; }

ndw_compile_request group_request(unsigned axis) {
    ndw_compile_request request = basic_request(sizeof(functor));
    request.variant.kind = 2;
    request.variant.dimensions = axis + 1;
    for (unsigned a = 0; a < 3; ++a) request.variant.local_range[a] = a == axis ? group_items : 1;
    request.variant.sub_group_size = 1;
    request.variant.flags = NDW_COMPILE_ITEMS_IN_LOOPS;
    return request;
}

void expect_results(const std::string& rest, const expected_value& expected, unsigned axis) {
    opencl_device* device = opencl_device::find();
    if (!device) GTEST_SKIP() << "no OpenCL device with shared virtual memory (Debian: pocl-opencl-icd)";
    const c_source source = emit(kernel_along(axis, rest), c_dialect::opencl_c, group_request(axis));
    shared_array<std::uint32_t> in(*device, group_items), out(*device, group_items);
    for (std::uint32_t i = 0; i < group_items; ++i) in.data[i] = 3 * i + 1;
    for (std::uint32_t n = 0; n < 4; ++n) {
        const functor f{in.data, out.data, n};
        std::array<std::size_t, 3> extents{1, 1, 1};
        extents[axis] = group_items;
        ASSERT_EQ(device->run_group(source, &f, extents, group_items * sizeof(std::uint32_t)), "") << source.text;
        for (std::uint32_t i = 0; i < group_items; ++i) {
            ASSERT_EQ(out.data[i], expected(i, n)) << "item " << i << ", n = " << n << "\n" << source.text;
        }
    }
}

}  // namespace ndweave::compiler::testing
