/// The CUDA plugin through its one symbol; what needs a GPU is skipped without one.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "ndweave/plugin.h"

namespace {

class CudaPlugin : public ::testing::Test {
protected:
    void SetUp() override {
        library_ = dlopen(NDWEAVE_CUDA_PLUGIN, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << dlerror();
        plugin = static_cast<const ndw_plugin*>(dlsym(library_, NDW_PLUGIN_SYMBOL));
        ASSERT_NE(plugin, nullptr) << dlerror();
    }

    std::string error() const {
        std::vector<char> text(plugin->last_error(nullptr, 0));
        plugin->last_error(text.data(), text.size());
        return text.data();
    }

    /// A device to work with, or none: the test skips.
    ndw_device* open() {
        std::uint32_t count = 0;
        ndw_device* device = nullptr;
        if (plugin->device_count(&count) == NDW_OK && count > 0) {
            EXPECT_EQ(plugin->device_open(0, &device), NDW_OK) << error();
        }
        return device;
    }

    const ndw_plugin* plugin = nullptr;

private:
    void* library_ = nullptr;  // stays open: driver threads may live in it
};

TEST_F(CudaPlugin, StatesTheAbiItWasBuiltFor) {
    EXPECT_EQ(plugin->abi_version, NDW_PLUGIN_ABI_VERSION);
    EXPECT_EQ(plugin->struct_size, sizeof(ndw_plugin));
    EXPECT_STREQ(plugin->backend, "cuda");
}

TEST_F(CudaPlugin, WithoutDriverSaysWhatToInstall) {
    std::uint32_t count = 7;
    const int status = plugin->device_count(&count);
    if (status == NDW_OK) GTEST_SKIP() << "a driver is here";
    EXPECT_EQ(status, NDW_NO_DRIVER);
    EXPECT_EQ(count, 0u);
    EXPECT_NE(error().find("libcuda.so.1"), std::string::npos) << error();
    EXPECT_NE(error().find("install"), std::string::npos) << error();
}

TEST_F(CudaPlugin, LastErrorIsCutToTheBufferAndTerminated) {
    ndw_device* device = nullptr;
    ASSERT_NE(plugin->device_open(10000, &device), NDW_OK);
    char text[6];
    std::memset(text, 'x', sizeof text);
    EXPECT_GT(plugin->last_error(text, sizeof text), sizeof text);
    EXPECT_EQ(text[5], '\0');
}

TEST_F(CudaPlugin, WidePatternsFillEveryElement) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    ndw_queue* queue = nullptr;
    ASSERT_EQ(plugin->queue_create(device, 0, &queue), NDW_OK) << error();
    for (const std::size_t count : {std::size_t{1}, std::size_t{16383}, std::size_t{16385}, std::size_t{1000003}}) {
        const double pattern[2] = {1.25, -3.5};
        void* memory = nullptr;
        ASSERT_EQ(plugin->memory_alloc(device, NDW_MEMORY_DEVICE, count * 16, 4096, &memory), NDW_OK) << error();
        std::vector<double> back(2 * count);
        EXPECT_EQ(plugin->fill(queue, memory, pattern, 16, count), NDW_OK) << error();
        EXPECT_EQ(plugin->copy(queue, back.data(), memory, count * 16), NDW_OK) << error();
        EXPECT_EQ(plugin->queue_sync(queue), NDW_OK) << error();
        for (std::size_t i = 0; i < back.size(); ++i) ASSERT_EQ(back[i], pattern[i % 2]) << i << " of " << count;
        EXPECT_EQ(plugin->memory_free(device, memory, NDW_MEMORY_DEVICE), NDW_OK) << error();
    }
    plugin->queue_destroy(queue);
    plugin->device_close(device);
}

TEST_F(CudaPlugin, BrokenCodeIsABuildFailureWithTheAssemblersWords) {
    ndw_device* device = open();
    if (!device) GTEST_SKIP() << "no device here";
    const std::string text = ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { nonsense; }\n";
    const ndw_module_source source{sizeof source, NDW_CODE_PTX, text.c_str(), text.size(), 0, 0};
    ndw_module* module = nullptr;
    EXPECT_EQ(plugin->module_load(device, &source, &module), NDW_BUILD_FAILED);
    EXPECT_NE(error().find("line 4"), std::string::npos) << error();
    plugin->device_close(device);
}

}  // namespace
