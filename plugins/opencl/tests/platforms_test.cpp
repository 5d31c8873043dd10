// Devices of several platforms: those of the machine, beside made-up ones that fail in one way each.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ndweave/plugin.h"
#include "support/temporary_folder.hpp"

extern "C" const ndw_plugin ndweave_plugin;

namespace ndweave {
namespace {

namespace fs = std::filesystem;

/// The loader reads the folder of drivers once in a process, so these tests are a program of their own.
class OpenclPlatforms : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        static const support::temporary_folder own;
        const fs::path& folder = own.path();
        const char* const installed = std::getenv("OCL_ICD_VENDORS");
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(installed ? installed : "/etc/OpenCL/vendors", none)) {
            fs::create_symlink(entry.path(), folder / entry.path().filename());
        }
        std::ofstream(folder / "made-up.icd") << NDWEAVE_MADE_UP_PLATFORMS << '\n';
        std::ofstream(folder / "absent.icd") << "/nowhere/libabsent.so\n";
        setenv("OCL_ICD_VENDORS", folder.c_str(), 1);
        setenv("POCL_DEVICES", "pthread basic", 0);  // PoCL has as many devices as it is told
    }

    void SetUp() override {
        std::uint32_t count = 0;
        const int status = api_.device_count(&count);
        if (status == NDW_NO_DRIVER) GTEST_SKIP() << error();
        ASSERT_EQ(status, NDW_OK) << error();
        for (std::uint32_t d = 0; d < count; ++d) {
            ndw_device_info info{};
            info.struct_size = sizeof info;
            ASSERT_EQ(api_.device_info(d, &info), NDW_OK) << error();
            (info.name == std::string("made up") ? made_up_ : real_).push_back(d);
        }
    }

    std::string error() const {
        char text[1000];
        api_.last_error(text, sizeof text);
        return text;
    }

    const ndw_plugin& api_ = ndweave_plugin;
    std::vector<std::uint32_t> made_up_, real_;
};

TEST_F(OpenclPlatforms, GiveTheirDevicesThatHaveACompilerAndFailuresArePassedOver) { EXPECT_EQ(made_up_.size(), 1u); }

TEST_F(OpenclPlatforms, DeviceThatCannotBeOpenedIsAnErrorThatNamesTheCause) {
    ASSERT_EQ(made_up_.size(), 1u);
    ndw_device* d = nullptr;
    EXPECT_EQ(api_.device_open(made_up_[0], &d), NDW_NO_DEVICE);
    EXPECT_EQ(error(), "clCreateContext failed with CL_DEVICE_NOT_AVAILABLE");
}

TEST_F(OpenclPlatforms, OthersDevicesWork) {
    if (real_.empty()) GTEST_SKIP() << "no OpenCL driver is installed here";
    const std::vector<int> host{3, 1, 4, 1, 5};
    const std::size_t bytes = host.size() * sizeof(int);
    for (const std::uint32_t index : real_) {
        ndw_device* d = nullptr;
        ndw_queue* q = nullptr;
        void* memory = nullptr;
        ASSERT_EQ(api_.device_open(index, &d), NDW_OK) << error();
        ASSERT_EQ(api_.queue_create(d, 0, &q), NDW_OK) << error();
        ASSERT_EQ(api_.memory_alloc(d, NDW_MEMORY_DEVICE, bytes, 64, &memory), NDW_OK) << error();
        std::vector<int> got(host.size());
        ASSERT_EQ(api_.copy(q, memory, host.data(), bytes), NDW_OK) << error();
        ASSERT_EQ(api_.copy(q, got.data(), memory, bytes), NDW_OK) << error();
        ASSERT_EQ(api_.queue_sync(q), NDW_OK) << error();
        EXPECT_EQ(got, host) << "device " << index;
        EXPECT_EQ(api_.memory_free(d, memory, NDW_MEMORY_DEVICE), NDW_OK) << error();
        api_.queue_destroy(q);
        api_.device_close(d);
    }
}

}  // namespace
}  // namespace ndweave
