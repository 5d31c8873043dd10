// The list of a program's kernels: what one run launches, the next one finds.
#include "runtime/plugin/kernel/launched_kernels.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "recording_plugin.hpp"
#include "runtime/device/device_tuning.hpp"

namespace ndweave::detail {
namespace {

launched_kernel kernel(char digit, std::uint32_t items = 64) {
    launched_kernel k{std::string(64, digit), {}};
    k.variant.local_range[0] = items;
    return k;
}

class LaunchedKernels : public ::testing::Test {
protected:
    void SetUp() override {
        info_.struct_size = sizeof info_;
        plugin_.device_info(0, &info_);
    }

    /// A run of the program that launches these behind the reading of the list. Returns what it found.
    std::vector<launched_kernel> run(const std::vector<launched_kernel>& launches) {
        launched_kernels list(plugin_, info_, binaries_);
        const std::vector<launched_kernel> earlier = list.of_earlier_runs();
        for (const launched_kernel& k : launches) list.add(k);
        return earlier;
    }

    ndw_plugin plugin_ = ::ndweave::testing::recording_plugin();
    ndw_device_info info_{};
    std::map<std::string, std::string> kept_;
    unsigned stores_ = 0;
    binary_store binaries_{[this](const std::string& identity) -> std::optional<std::string> {
                               const auto found = kept_.find(identity);
                               return found == kept_.end() ? std::nullopt : std::optional(found->second);
                           },
                           [this](const std::string& identity, const std::string& bytes) {
                               ++stores_;
                               kept_[identity] = bytes;
                           },
                           nullptr, nullptr};
};

TEST_F(LaunchedKernels, AreFoundInTheOrderOfTheirFirstLaunch) {
    EXPECT_TRUE(run({kernel('b'), kernel('a'), kernel('a', 128)}).empty());
    EXPECT_EQ(run({kernel('c'), kernel('a')}), (std::vector{kernel('b'), kernel('a'), kernel('a', 128)}));
    EXPECT_EQ(run({}), (std::vector{kernel('b'), kernel('a'), kernel('a', 128), kernel('c')}));
}

TEST_F(LaunchedKernels, ThatAreKnownAreNotWrittenAgain) {
    run({kernel('a'), kernel('b')});
    stores_ = 0;
    run({kernel('b'), kernel('a'), kernel('b')});
    EXPECT_EQ(stores_, 0u);
}

TEST_F(LaunchedKernels, OfAnotherDeviceOrDriverAreOthers) {
    run({kernel('a')});
    std::strcpy(info_.driver_version, "driver 2");
    EXPECT_TRUE(run({kernel('b')}).empty());
    std::strcpy(info_.name, "another device");
    EXPECT_TRUE(run({}).empty());
}

TEST_F(LaunchedKernels, ThatComeBeforeTheListIsReadAreKept) {
    run({kernel('a')});
    {
        launched_kernels list(plugin_, info_, binaries_);
        list.add(kernel('b'));
        EXPECT_EQ(list.of_earlier_runs(), std::vector{kernel('a')});
    }
    EXPECT_EQ(run({}), (std::vector{kernel('a'), kernel('b')}));
}

TEST_F(LaunchedKernels, AreNotKeptWithoutEnd) {
    std::vector<launched_kernel> many;
    for (std::uint32_t i = 0; i <= device_tuning::max_preloaded_kernels; ++i) many.push_back(kernel('a', i + 1));
    run(many);
    many.pop_back();
    EXPECT_EQ(run({}), many);
}

TEST_F(LaunchedKernels, OfThisRunTakeThePlaceOfThoseThatItDoesNotLaunch) {
    std::vector<launched_kernel> many;
    for (std::uint32_t i = 0; i < device_tuning::max_preloaded_kernels; ++i) many.push_back(kernel('a', i + 1));
    run(many);
    run({many[0], kernel('b')});
    many.erase(many.begin() + 1);
    many.push_back(kernel('b'));
    EXPECT_EQ(run({}), many);
}

TEST_F(LaunchedKernels, ADamagedListIsEmpty) {
    run({kernel('a'), kernel('b')});
    kept_.begin()->second.pop_back();
    EXPECT_TRUE(run({kernel('c')}).empty());
    EXPECT_EQ(run({}), std::vector{kernel('c')});
}

}  // namespace
}  // namespace ndweave::detail
