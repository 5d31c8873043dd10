// The callback is called for every kernel that becomes ready.
#include "ndweave/reports/kernel_log.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "ndweave/ndweave.hpp"

namespace ndweave::tests {
namespace {

class KernelLog : public ::testing::Test {
protected:
    void SetUp() override {
        set_kernel_log([this](const kernel_log_entry& e) { heard.push_back(e); });
    }
    void TearDown() override { set_kernel_log({}); }

    std::vector<kernel_log_entry> heard;
    queue q{device("cpu")};
};

class twice_name;

TEST_F(KernelLog, HearsOfEachSpecialisationOnce) {
    const auto launch = [&](range<2> local) {
        q.parallel_for<twice_name>(nd_range<2>({8, 8}, local), [](nd_item<2> it) { group_barrier(it.get_group()); });
    };
    launch({2, 4});
    launch({2, 4});
    launch({1, 8});
    ASSERT_EQ(heard.size(), 2u);
    EXPECT_NE(heard[0].kernel.find("twice_name"), std::string::npos) << heard[0].kernel;
    EXPECT_EQ(heard[0].backend, "cpu");
    EXPECT_EQ(heard[0].dimensions, 2);
    EXPECT_EQ(heard[0].work_group[0], 2u);
    EXPECT_EQ(heard[0].work_group[1], 4u);
    EXPECT_EQ(heard[1].work_group[1], 8u);
    EXPECT_EQ(heard[0].strategy, heard[0].compiled ? "cbs" : "fiber");
    EXPECT_EQ(heard[0].compiled, !heard[0].report.empty());
    EXPECT_FALSE(heard[0].reason.empty());
}

TEST_F(KernelLog, SaysThatAStrategyWasAskedFor) {
    q.parallel_for(range<1>(8), kernel_properties{.strategy = cpu_strategy::fiber}, [](id<1>) {});
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard[0].strategy, "loop");  // a basic kernel has nothing to wait for
    EXPECT_EQ(heard[0].reason, "strategy 'fiber' was asked for");
    EXPECT_FALSE(heard[0].compiled);
}

TEST_F(KernelLog, GivesTheFormerListenerBack) {
    int others = 0;
    kernel_log former = set_kernel_log([&](const kernel_log_entry&) { ++others; });
    q.parallel_for(range<1>(8), [](id<1>) {});
    EXPECT_EQ(others, 1);
    EXPECT_TRUE(heard.empty());
    set_kernel_log(std::move(former));
    q.parallel_for(range<1>(9), [](id<1>) { (void)0; });
    EXPECT_EQ(heard.size(), 1u);
    set_kernel_log({});
    EXPECT_FALSE(set_kernel_log({}));
}

TEST_F(KernelLog, WhatTheListenerThrowsComesOutOfTheLaunch) {
    set_kernel_log([](const kernel_log_entry&) { throw std::runtime_error("enough"); });
    const auto launch = [&] { q.parallel_for(range<1>(8), [](id<1>) { (void)1; }); };
    EXPECT_THROW(launch(), std::runtime_error);
    EXPECT_NO_THROW(launch());
}

}  // namespace
}  // namespace ndweave::tests
