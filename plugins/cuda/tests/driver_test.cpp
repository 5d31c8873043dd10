/// What the CUDA plugin says where there is no driver.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "ndweave/plugin.h"

namespace {

TEST(CudaDriver, MissingSaysWhatToInstall) {
    void* library = dlopen(NDWEAVE_GPU_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto* plugin = static_cast<const ndw_plugin*>(dlsym(library, NDW_PLUGIN_SYMBOL));
    std::uint32_t count = 7;
    const int status = plugin->device_count(&count);
    if (status == NDW_OK) GTEST_SKIP() << "a driver is here";
    EXPECT_EQ(status, NDW_NO_DRIVER);
    EXPECT_EQ(count, 0u);
    char text[1024];
    plugin->last_error(text, sizeof text);
    EXPECT_NE(std::string(text).find("libcuda.so.1"), std::string::npos) << text;
    EXPECT_NE(std::string(text).find("install"), std::string::npos) << text;
}

}  // namespace
