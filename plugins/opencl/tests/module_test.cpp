// Programs from source and from the driver's binaries.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "opencl_plugin.hpp"

namespace ndweave {
namespace {

using OpenclModule = OpenclPlugin;

TEST_P(OpenclModule, BuildErrorGivesTheDriversLog) {
    const std::string broken = "__kernel void f(__global int* p) { p[0] = this_is_not_declared; }";
    const ndw_module_source source{sizeof source, NDW_CODE_OPENCL_C, broken.c_str(), broken.size(), 0, 0};
    ndw_module* m = nullptr;
    EXPECT_EQ(api_->module_load(device_, &source, &m), NDW_BUILD_FAILED);
    EXPECT_NE(error().find("this_is_not_declared"), std::string::npos) << error();
    ndw_kernel* k = nullptr;
    kernel("axpy");
    EXPECT_NE(api_->kernel_get(module_, "no_such_kernel", &k, nullptr), NDW_OK);
}

TEST_P(OpenclModule, BinaryRunsLikeItsSource) {
    kernel("reverse");
    std::uint64_t size = 0;
    ok(api_->module_binary(module_, nullptr, &size));
    ASSERT_GT(size, 0u);
    std::vector<char> bytes(size);
    ok(api_->module_binary(module_, bytes.data(), &size));
    const ndw_module_source source{sizeof source, NDW_CODE_BINARY, bytes.data(), bytes.size(), 0, 0};
    ndw_module* m = nullptr;
    ok(api_->module_load(device_, &source, &m));
    ndw_kernel* k = nullptr;
    ok(api_->kernel_get(m, "reverse", &k, nullptr));
    int* d = upload(std::vector<int>{1, 2, 3, 4});
    ok(launch(k, {1}, {4}, {pointer(d), local_memory(16)}));
    EXPECT_EQ(download(d, 4), (std::vector<int>{4, 3, 2, 1}));
    api_->module_unload(m);
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclModule, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
