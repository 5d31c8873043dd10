/// The adapter's own work: copies, fills and what becomes of errors.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "ndweave/exception.hpp"
#include "plugin_adapter.hpp"
#include "runtime/error_of.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;

TEST_F(PluginAdapter, OverlappingCopiesAreTakenApart) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int i = 0; i < 50; ++i) {
        std::vector<unsigned char> actual(100 + random() % 400);
        for (auto& b : actual) b = static_cast<unsigned char>(random());
        auto expected = actual;
        const std::size_t bytes = random() % actual.size();
        const std::size_t from = random() % (actual.size() - bytes + 1), to = random() % (actual.size() - bytes + 1);
        std::memmove(&expected[0] + to, &expected[0] + from, bytes);
        queue->copy(&actual[0] + to, &actual[0] + from, bytes);
        ASSERT_EQ(actual, expected) << bytes << " bytes from " << from << " to " << to;
    }
    const int live = recorded().live;
    std::vector<unsigned char> v(64);
    queue->copy(&v[8], &v[0], 32);
    EXPECT_EQ(recorded().live, live);  // the buffer between is given back
}

TEST_F(PluginAdapter, PatternsOfAnySizeFill) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    for (const std::size_t size : {1, 2, 3, 4, 5, 8, 12, 16, 24, 100}) {
        for (const std::size_t count : {1, 2, 3, 7, 64, 1000}) {
            std::vector<unsigned char> pattern(size), data(size * count + 1, 0xee);
            std::iota(pattern.begin(), pattern.end(), static_cast<unsigned char>(count));
            queue->fill(data.data(), pattern.data(), size, count);
            for (std::size_t i = 0; i < size * count; ++i)
                ASSERT_EQ(data[i], pattern[i % size]) << size << "x" << count;
            EXPECT_EQ(data.back(), 0xee);
        }
    }
}

TEST_F(PluginAdapter, FillWithoutThePluginsEntryCopies) {
    plugin_.fill = nullptr;
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    std::vector<float> data(1000);
    const float pattern = 2.5f;
    queue->fill(data.data(), &pattern, 4, data.size());
    EXPECT_EQ(data, std::vector<float>(1000, 2.5f));
}

TEST_F(PluginAdapter, AnErrorOfAnyLengthIsCutShort) {
    plugin_.last_error = [](char* text, std::uint64_t size) {
        std::memset(text, 'x', size);  // and no end
        return std::uint64_t{1} << 62;
    };
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int a = 0, b = 0;
    recorded().next_status = NDW_DRIVER_ERROR;
    const exception e = error_of([&] { queue->copy(&a, &b, sizeof a); });
    EXPECT_EQ(e.code(), errc::runtime);
    EXPECT_LT(std::string(e.what()).size(), 100'000u);
}

TEST_F(PluginAdapter, TextsOfADeviceEndWithTheirPlaces) {
    static int (*const honest)(std::uint32_t, ndw_device_info*) = plugin_.device_info;
    plugin_.device_info = [](std::uint32_t index, ndw_device_info* info) {
        const int status = honest(index, info);
        std::memset(info->name, 'n', sizeof info->name);
        std::memset(info->driver_version, 'd', sizeof info->driver_version);
        return status;
    };
    const auto device = make_device();
    EXPECT_EQ(device->limits().name, std::string(sizeof(ndw_device_info::name) - 1, 'n'));
    EXPECT_EQ(device->limits().driver_version, std::string(sizeof(ndw_device_info::driver_version) - 1, 'd'));
}

TEST_F(PluginAdapter, EmptyWorkCallsNothing) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int x = 1;
    queue->copy(&x, &x, sizeof x);
    queue->copy(&x, nullptr, 0);
    queue->fill(nullptr, &x, 4, 0);
    EXPECT_TRUE(recorded().calls.empty());
}

TEST_F(PluginAdapter, FailuresCarryTheObjectThePluginsWholeTextAndSyclsCode) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int a = 0, b = 0;
    const std::pair<int, errc> codes[] = {{NDW_OUT_OF_MEMORY, errc::memory_allocation},
                                          {NDW_INVALID, errc::invalid},
                                          {NDW_LAUNCH_FAILED, errc::kernel},
                                          {NDW_DRIVER_ERROR, errc::runtime},
                                          {NDW_DEVICE_LOST, errc::runtime},
                                          {12345, errc::runtime}};
    for (const auto& [status, code] : codes) {
        recorded().next_status = status;
        const exception e = error_of([&] { queue->copy(&a, &b, sizeof a); });
        EXPECT_EQ(e.code(), code);
        EXPECT_NE(std::string(e.what()).find("4 bytes on recorder"), std::string::npos) << e.what();
        EXPECT_TRUE(std::string(e.what()).ends_with("at length")) << e.what();
    }
    queue->copy(&a, &b, sizeof a);  // and the queue goes on
}

TEST_F(PluginAdapter, QueuesAreRefusedWhereLaunchesAreToBeCheckedOrValidated) {
    const auto device = make_device();
    for (const char* variable : {"NDWEAVE_CHECK", "NDWEAVE_VALIDATE"}) {
        setenv(variable, "1", 1);
        const exception e = error_of([&] { device->make_queue(false); });
        unsetenv(variable);
        EXPECT_EQ(e.code(), errc::feature_not_supported);
        EXPECT_NE(std::string(e.what()).find(variable), std::string::npos) << e.what();
    }
    EXPECT_NE(device->make_queue(false), nullptr);
}

TEST_F(PluginAdapter, OutOfMemoryIsNullAndMissingKindsAreErrors) {
    recorded().capabilities = 0;
    const auto device = make_device();
    EXPECT_EQ(device->allocate(std::size_t{1} << 50, 64, usm_kind::device), nullptr);
    EXPECT_EQ(error_of([&] { device->allocate(64, 64, usm_kind::host); }).code(), errc::feature_not_supported);
    EXPECT_EQ(error_of([&] { device->allocate(64, 64, usm_kind::shared); }).code(), errc::feature_not_supported);
    EXPECT_EQ(error_of([&] { device->make_queue(true); }).code(), errc::feature_not_supported);
}

}  // namespace
}  // namespace ndweave::detail
