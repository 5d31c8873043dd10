// Driver binaries: cached once, used if they fit, replaced if the driver rejects them.
#include "runtime/plugin/kernel/modules.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "recording_plugin.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::recorded;
using calls = std::vector<std::string>;

std::optional<std::string> found_in(const std::map<std::string, std::string>& texts, const std::string& key) {
    const auto found = texts.find(key);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
}

class PluginModules : public ::testing::Test {
protected:
    void SetUp() override {
        ::ndweave::testing::reset();
        recorded().binary = std::string("made\0of it", 10);
        info_.struct_size = sizeof info_;
        plugin_.device_info(0, &info_);
        std::strcpy(info_.driver_version, "driver 1");
        ASSERT_EQ(plugin_.device_open(0, &device_), NDW_OK);
    }
    void TearDown() override { plugin_.device_close(device_); }

    /// The plugin's calls for loading `text` once.
    calls load(const std::string& text, std::uint32_t format = NDW_CODE_OPENCL_C, std::uint32_t flags = 0) {
        recorded().calls.clear();
        ndw_module* module = nullptr;
        EXPECT_EQ(try_load(text, &module, format, flags), NDW_OK);
        plugin_.module_unload(module);
        return recorded().calls;
    }

    /// The status of loading `text` once.
    int try_load(const std::string& text, ndw_module** module, std::uint32_t format = NDW_CODE_OPENCL_C,
                 std::uint32_t flags = 0) {
        ndw_module_source source{};
        source.struct_size = sizeof source;
        source.format = format;
        source.code = text.c_str();
        source.size = text.size();
        source.flags = flags;
        return load_module(plugin_, device_, info_, source, binaries_, module);
    }

    ndw_plugin plugin_ = ::ndweave::testing::recording_plugin();
    ndw_device_info info_{};
    ndw_device* device_ = nullptr;
    std::map<std::string, std::string> kept_;
    std::map<std::string, std::string> assembled_;  // by architecture and PTX
    binary_store binaries_{[this](const std::string& identity) { return found_in(kept_, identity); },
                           [this](const std::string& identity, const std::string& bytes) { kept_[identity] = bytes; },
                           [this](const std::string& bytes) -> std::optional<std::string> {
                               if (bytes != faulty) return std::nullopt;
                               recorded().binary = accepted_;
                               return repaired;
                           },
                           [this](std::string_view ptx, std::string_view arch) {
                               return found_in(assembled_, std::string(arch) + " " + std::string(ptx));
                           }};
    static constexpr const char *faulty = "faulty", *repaired = "repaired";
    std::string accepted_ = repaired;  // what the driver accepts after the repair
};

TEST_F(PluginModules, TheSecondLoadTakesTheBinary) {
    EXPECT_EQ(load("kernel"), calls{"load"});
    ASSERT_EQ(kept_.size(), 1u);
    EXPECT_EQ(kept_.begin()->second, recorded().binary);
    EXPECT_EQ(load("kernel"), calls{"load binary"});
}

TEST_F(PluginModules, OtherCodeFlagsDevicesAndDriversHaveTheirOwn) {
    load("kernel");
    EXPECT_EQ(load("another kernel"), calls{"load"});
    EXPECT_EQ(load("kernel", NDW_CODE_OPENCL_C, NDW_MODULE_FAST_MATH), calls{"load"});
    std::strcpy(info_.driver_version, "driver 2");
    EXPECT_EQ(load("kernel"), calls{"load"});
    std::strcpy(info_.name, "another device");
    EXPECT_EQ(load("kernel"), calls{"load"});
    EXPECT_EQ(kept_.size(), 5u);
}

TEST_F(PluginModules, AnotherBuildOfThePluginHasItsOwn) {
    load("kernel");
    void* library = dlopen(NDWEAVE_BROKEN_PLUGINS "/sound/ndweave-plugin-broken.so", RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    plugin_.device_count = static_cast<const ndw_plugin*>(dlsym(library, "ndweave_plugin"))->device_count;
    EXPECT_EQ(load("kernel"), calls{"load"});
    EXPECT_EQ(load("kernel"), calls{"load binary"});
    EXPECT_EQ(kept_.size(), 2u);
    dlclose(library);
}

TEST_F(PluginModules, NothingIsKeptOfAPluginWithoutABuildId) {
    const auto in_no_object = std::make_unique<unsigned char>();
    plugin_.device_count = reinterpret_cast<int (*)(std::uint32_t*)>(in_no_object.get());
    EXPECT_EQ(load("kernel"), calls{"load"});
    EXPECT_TRUE(kept_.empty());
}

TEST_F(PluginModules, ABinaryThatTheDriverRefusesIsReplaced) {
    load("kernel");
    kept_.begin()->second = "of an older driver";
    EXPECT_EQ(load("kernel"), (calls{"load binary", "load"}));
    EXPECT_EQ(kept_.begin()->second, recorded().binary);
    EXPECT_EQ(load("kernel"), calls{"load binary"});
}

TEST_F(PluginModules, AssembledCodeIsKept) {
    EXPECT_EQ(load("text", NDW_CODE_PTX), calls{"load"});
    EXPECT_EQ(load("text", NDW_CODE_PTX), calls{"load binary"});
    EXPECT_EQ(kept_.size(), 1u);
}

TEST_F(PluginModules, CodeThatWasAssembledBeforeGoesFirst) {
    std::strcpy(info_.arch, "sm_90");
    assembled_["sm_90 text"] = recorded().binary;
    EXPECT_EQ(load("text", NDW_CODE_PTX), calls{"load binary"});
    EXPECT_EQ(load("other text", NDW_CODE_PTX), calls{"load"});
    EXPECT_EQ(load("text", NDW_CODE_OPENCL_C), calls{"load"});
    EXPECT_EQ(load("text", NDW_CODE_PTX), calls{"load binary"});
    assembled_["sm_90 third text"] = "of a newer assembler than the driver's";
    EXPECT_EQ(load("third text", NDW_CODE_PTX), (calls{"load binary", "load"}));
}

TEST_F(PluginModules, NothingIsKeptWithoutABinary) {
    recorded().binary.clear();
    load("kernel");
    plugin_.module_binary = nullptr;
    EXPECT_EQ(load("kernel"), calls{"load"});
    EXPECT_TRUE(kept_.empty());
}

TEST_F(PluginModules, ABinaryThatNeedsARepairIsLoadedAndKeptRepaired) {
    recorded().binary = faulty;
    EXPECT_EQ(load("kernel"), (calls{"load", "load binary"}));
    ASSERT_EQ(kept_.size(), 1u);
    EXPECT_EQ(kept_.begin()->second, repaired);
    EXPECT_EQ(load("kernel"), calls{"load binary"});
    EXPECT_EQ(recorded().live, 1);  // the device
}

TEST_F(PluginModules, ARepairThatTheDriverRefusesIsAnError) {
    recorded().binary = faulty;
    accepted_ = "something else";
    ndw_module* module = nullptr;
    EXPECT_EQ(try_load("kernel", &module), NDW_BUILD_FAILED);
    EXPECT_EQ(module, nullptr);
    EXPECT_EQ(recorded().live, 1);
    EXPECT_TRUE(kept_.empty());
}

TEST_F(PluginModules, AFailedBuildKeepsNothing) {
    plugin_.module_load = [](ndw_device*, const ndw_module_source*, ndw_module**) -> int { return NDW_BUILD_FAILED; };
    ndw_module* module = nullptr;
    EXPECT_EQ(try_load("kernel", &module), NDW_BUILD_FAILED);
    EXPECT_TRUE(kept_.empty());
}

}  // namespace
}  // namespace ndweave::detail
