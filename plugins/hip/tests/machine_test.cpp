// What the plugins say on machines without an AMD GPU, and beside other vendors' libraries.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "conflicting_llvm.hpp"
#include "plugin.hpp"

namespace ndweave::hip::testing {
namespace {

constexpr const char* no_runtime = "no libamdhip64 here (Debian: libamdhip64-5)";

std::uint32_t count_devices(const ndw_plugin& plugin, int expected_status) {
    std::uint32_t count = 7;
    EXPECT_EQ(plugin.device_count(&count), expected_status) << last_error(plugin);
    return count;
}

/// Loads libOpenCL's drivers; whether POCL with a shared LLVM is among them.
bool load_pocl() {
    void* library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    const auto platforms = reinterpret_cast<int (*)(unsigned, void*, unsigned*)>(dlsym(library, "clGetPlatformIDs"));
    unsigned count = 0;
    if (!platforms || platforms(0, nullptr, &count)) return false;
    return !conflicting_llvm_library("libpocl").empty();
}

/// What a test loads stays loaded, so each needs a process of its own, as ctest gives it.
class HipMachine : public ::testing::Test {
protected:
    void SetUp() override {
        if (::testing::UnitTest::GetInstance()->test_to_run_count() > 1) {
            GTEST_SKIP() << "needs a process of its own: run it with ctest or --gtest_filter";
        }
    }
};

TEST_F(HipMachine, WithoutTheKernelDriverNothingOfRocmIsLoaded) {
    if (access("/dev/kfd", F_OK) == 0 || access("/dev/dxg", F_OK) == 0) GTEST_SKIP() << "a kernel driver is here";
    unsetenv("NDWEAVE_HIP_LIBRARY");
    const ndw_plugin* plugin = load_plugin(NDWEAVE_GPU_PLUGIN);
    ASSERT_NE(plugin, nullptr);
    EXPECT_EQ(count_devices(*plugin, NDW_NO_DRIVER), 0u);
    EXPECT_NE(last_error(*plugin).find("no device: /dev/kfd is missing"), std::string::npos) << last_error(*plugin);
    EXPECT_EQ(dlopen("libamdhip64.so.5", RTLD_NOW | RTLD_NOLOAD), nullptr);
}

TEST_F(HipMachine, RuntimeWithoutADeviceIsNoFailure) {
    if (access("/dev/kfd", F_OK) == 0) GTEST_SKIP() << "a device may be here";
    if (installed_runtime().empty()) GTEST_SKIP() << no_runtime;
    setenv("NDWEAVE_HIP_LIBRARY", installed_runtime().c_str(), 1);
    const ndw_plugin* plugin = load_plugin(NDWEAVE_GPU_PLUGIN);
    ASSERT_NE(plugin, nullptr);
    EXPECT_EQ(count_devices(*plugin, NDW_OK), 0u);
    ndw_device* device = nullptr;
    EXPECT_EQ(plugin->device_open(0, &device), NDW_NO_DEVICE);
}

TEST_F(HipMachine, NamedLibraryThatIsMissingIsNamed) {
    for (const char* path : {"/nowhere/libamdhip64.so", "libamdhip64.so"}) {
        setenv("NDWEAVE_HIP_LIBRARY", path, 1);
        const ndw_plugin* plugin = load_plugin(NDWEAVE_GPU_PLUGIN);
        ASSERT_NE(plugin, nullptr);
        EXPECT_EQ(count_devices(*plugin, NDW_NO_DRIVER), 0u);
        EXPECT_NE(last_error(*plugin).find(std::string("NDWEAVE_HIP_LIBRARY=") + path), std::string::npos)
            << last_error(*plugin);
    }
}

TEST_F(HipMachine, LibraryWithoutHipIsNamedTooOld) {
    setenv("NDWEAVE_HIP_LIBRARY", NDWEAVE_GPU_PLUGIN, 1);
    const ndw_plugin* plugin = load_plugin(NDWEAVE_GPU_PLUGIN);
    ASSERT_NE(plugin, nullptr);
    EXPECT_EQ(count_devices(*plugin, NDW_NO_DRIVER), 0u);
    EXPECT_NE(last_error(*plugin).find("it has no hipInit"), std::string::npos) << last_error(*plugin);
}

TEST_F(HipMachine, PoclInTheProcessIsRefusedBeforeTheProcessEnds) {
    if (!load_pocl()) GTEST_SKIP() << "no POCL with a shared LLVM here";
    if (installed_runtime().empty()) GTEST_SKIP() << no_runtime;
    setenv("NDWEAVE_HIP_LIBRARY", installed_runtime().c_str(), 1);
    const ndw_plugin* plugin = load_plugin(NDWEAVE_GPU_PLUGIN);
    ASSERT_NE(plugin, nullptr);
    EXPECT_EQ(count_devices(*plugin, NDW_NO_DRIVER), 0u);
    EXPECT_NE(last_error(*plugin).find("processes of their own"), std::string::npos) << last_error(*plugin);
}

TEST_F(HipMachine, OpenclPluginRefusesAProcessWithAmdsCompiler) {
    const ndw_plugin* plugin = load_plugin(NDWEAVE_OPENCL_PLUGIN);
    ASSERT_NE(plugin, nullptr);
    if (!dlopen("libamd_comgr.so.2", RTLD_NOW | RTLD_LOCAL)) GTEST_SKIP() << "no libamd_comgr here";
    if (conflicting_llvm_library("libamd_comgr").empty()) GTEST_SKIP() << "its LLVM is not shared";
    EXPECT_EQ(count_devices(*plugin, NDW_NO_DRIVER), 0u);
    EXPECT_NE(last_error(*plugin).find("processes of their own"), std::string::npos) << last_error(*plugin);
}

/// What `harness doctor` and programs that list all devices do on a machine without an AMD GPU.
TEST_F(HipMachine, BothPluginsShareAProcessWithoutADevice) {
    if (access("/dev/kfd", F_OK) == 0) GTEST_SKIP() << "a device may be here";
    if (!installed_runtime().empty()) setenv("NDWEAVE_HIP_LIBRARY", installed_runtime().c_str(), 1);
    const ndw_plugin *hip = load_plugin(NDWEAVE_GPU_PLUGIN), *opencl = load_plugin(NDWEAVE_OPENCL_PLUGIN);
    ASSERT_TRUE(hip && opencl);
    std::uint32_t of_hip = 7, of_opencl = 7;
    EXPECT_EQ(hip->device_count(&of_hip), installed_runtime().empty() ? NDW_NO_DRIVER : NDW_OK);
    EXPECT_EQ(of_hip, 0u);
    const int status = opencl->device_count(&of_opencl);
    EXPECT_TRUE(status == NDW_OK || status == NDW_NO_DRIVER) << last_error(*opencl);
    EXPECT_EQ(hip->device_count(&of_hip), installed_runtime().empty() ? NDW_NO_DRIVER : NDW_OK);
}

}  // namespace
}  // namespace ndweave::hip::testing
