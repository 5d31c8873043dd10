/// Events of plugins: their clock, and queues that wait for each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "plugin_adapter.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::recorded;

TEST_F(PluginAdapter, ClockStaysFineOverHours) {
    const auto device = make_device();
    const auto queue = device->make_queue(true);
    // The driver's float would be 0.25 ms coarse after an hour of milliseconds; the anchor follows.
    double longest_error = 0;
    for (int i = 0; i < 4000; ++i) {
        recorded().clock += 0.9;
        const auto start = queue->record();
        recorded().clock += 1e-5;
        const auto end = queue->record();
        const double measured = end->seconds() - start->seconds();
        longest_error = std::max(longest_error, std::abs(measured - 1e-5));
    }
    EXPECT_LT(longest_error, 1e-6);
}

TEST_F(PluginAdapter, EventsOrderQueuesOfOneDeviceAndEverythingIsGivenBack) {
    {
        const auto device = make_device();
        auto one = device->make_queue(true), two = device->make_queue(false);
        const auto event = one->record();
        two->wait_for(event);
        EXPECT_EQ(std::ranges::count(recorded().calls, "wait_event"), 1);
        make_device()->make_queue(false)->wait_for(event);  // of a peer
        EXPECT_EQ(std::ranges::count(recorded().calls, "wait_event"), 2);
        recorded().capabilities &= ~NDW_CAP_PEER_EVENTS;
        make_device()->make_queue(false)->wait_for(event);  // waits on the host
        EXPECT_EQ(std::ranges::count(recorded().calls, "wait_event"), 2);
        one.reset();
        EXPECT_TRUE(event->complete());  // outlives its queue
    }
    EXPECT_EQ(recorded().live, 0);
}

}  // namespace
}  // namespace ndweave::detail
