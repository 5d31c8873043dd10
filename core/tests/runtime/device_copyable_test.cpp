/// What kernels may capture.
#include "ndweave/device_copyable.hpp"

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ndweave/item.hpp"

namespace ndweave {
namespace {

struct particle {
    std::array<float, 3> place;
    std::complex<double> charge;
    const float* mass;
};
struct table {
    std::vector<int> numbers;
};
struct handle {
    ~handle() {}
};

template <class... T>
constexpr bool captured(const T&... values) {
    const auto kernel = [=](id<1>) { return std::make_tuple(values...); };
    return is_device_copyable_v<decltype(kernel)>;
}

TEST(DeviceCopyable, PlainValuesAre) {
    EXPECT_TRUE(captured(1, 2.0f, static_cast<int*>(nullptr), range<2>(3, 4)));
    EXPECT_TRUE(captured(particle{}, std::pair<int, float>(), std::tuple<int, double>(), std::optional<int>()));
}

TEST(DeviceCopyable, WhatOwnsMemoryIsNot) {
    EXPECT_FALSE(captured(std::vector<int>(3)));
    EXPECT_FALSE(captured(1, std::string("text")));
    EXPECT_FALSE(captured(table{}));
    EXPECT_FALSE(captured(std::make_shared<int>(1)));
    EXPECT_FALSE(is_device_copyable_v<handle>);
}

}  // namespace
}  // namespace ndweave
