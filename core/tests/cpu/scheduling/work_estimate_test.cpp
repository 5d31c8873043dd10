// Whether a launch is parallel, by the time of earlier launches.
#include "cpu/scheduling/work_estimate.hpp"

#include <gtest/gtest.h>

namespace ndweave::detail {
namespace {

TEST(WorkEstimate, ALaunchIsParallelFromFiveMicrosecondsAndSerialAgainBelowHalfOfThat) {
    constexpr std::uint64_t items = 1000;
    work_estimate estimate(1);
    estimate.observe(items, 1000);
    EXPECT_TRUE(estimate.is_small(items));
    for (int i = 0; i < 100; ++i) estimate.observe(items, 6000);
    EXPECT_FALSE(estimate.is_small(items));
    estimate.observe(items, 2600);
    EXPECT_FALSE(estimate.is_small(items));
    estimate.observe(items, 2400);
    EXPECT_TRUE(estimate.is_small(items));
    for (int i = 0; i < 100; ++i) estimate.observe(items, 4900);  // growth is adopted a quarter at a time
    EXPECT_GT(estimate.ns(items), 4800);
    EXPECT_TRUE(estimate.is_small(items));
    for (int i = 0; i < 100; ++i) estimate.observe(items, 5200);
    EXPECT_FALSE(estimate.is_small(items));
}

TEST(WorkEstimate, TheFirstLaunchIsParallelAndMayTakeLong) {
    work_estimate estimate(1);
    EXPECT_FALSE(estimate.is_small(1));
    EXPECT_EQ(estimate.parallel_ns(1), tuning::first_launch_ns);
    EXPECT_EQ(estimate.ns(1), 1);
    estimate.observe(1, 10);
    EXPECT_EQ(estimate.parallel_ns(1), 10);
    EXPECT_TRUE(estimate.is_small(1));
    EXPECT_FALSE(estimate.is_small(1000));
}

}  // namespace
}  // namespace ndweave::detail
