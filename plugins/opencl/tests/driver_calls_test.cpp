// What a launch and a read cost in calls of the driver.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "driver_calls.hpp"
#include "opencl/kernel/serialized_grids.hpp"
#include "opencl_plugin.hpp"

namespace ndweave {
namespace {

using call_counts = std::map<std::string, int>;

bool keeps_events = false;  // of launches

class OpenclCalls : public OpenclPlugin {
protected:
    void SetUp() override {
        OpenclPlugin::SetUp();
        if (IsSkipped()) return;
        void* id = nullptr;
        ok(api_->device_native(device_, NDW_NATIVE_DEVICE, &id));
        keeps_events = opencl::needs_serialized_grids(static_cast<cl_device_id>(id));
        x_ = upload(std::vector<double>(256, 1.0));
        y_ = upload(std::vector<double>(256, 2.0));
        axpy_ = kernel("axpy");
        once(1, x_, y_);
    }
    bool shared() const { return info_.capabilities & NDW_CAP_ADDRESSES; }
    void once(double a, double* x, double* y, std::uint32_t flags = NDW_LAUNCH_DIRECT) {
        const std::uint64_t n = 256;
        ok(launch(axpy_, {1}, {256}, {value(a), pointer(x), pointer(y), value(n)}, flags));
    }
    call_counts settings_of_pointers(int count) const {
        if (shared()) return {{"clSetKernelArgSVMPointer", count}};
        return {{"clSetKernelArg", 2 * count}};  // buffer and offset
    }

    double *x_ = nullptr, *y_ = nullptr;
    ndw_kernel* axpy_ = nullptr;
};

/// What every launch costs, and `more`.
call_counts launch_and(call_counts more = {}) {
    if (keeps_events) more["clReleaseEvent"] = 1;  // that of the launch before
    more["clEnqueueNDRangeKernel"] = 1;
    more["clFlush"] = 1;
    return more;
}

TEST_P(OpenclCalls, AnEqualLaunchSetsNothing) {
    driver_calls calls;
    once(1, x_, y_);
    EXPECT_EQ(calls.take(), launch_and());
}

TEST_P(OpenclCalls, ArgumentsThatChangeAreSet) {
    driver_calls calls;
    once(3, x_, y_);
    EXPECT_EQ(calls.take(), launch_and({{"clSetKernelArg", 1}}));
    once(3, y_, x_);
    EXPECT_EQ(calls.take(), launch_and(settings_of_pointers(2)));
    once(3, y_, x_);
    EXPECT_EQ(calls.take(), launch_and());
}

TEST_P(OpenclCalls, PointersAreSetAgainAfterMemoryWasFreed) {
    void* p = nullptr;
    ok(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, 64, 64, &p));
    driver_calls calls;
    once(1, x_, y_);
    EXPECT_EQ(calls.take(), launch_and());  // more memory changes nothing
    ok(api_->memory_free(device_, p, NDW_MEMORY_DEVICE));
    calls.take();
    once(1, x_, y_);
    EXPECT_EQ(calls.take(), launch_and(settings_of_pointers(2)));
}

TEST_P(OpenclCalls, AllocationsAreAnnouncedWhenTheyChange) {
    if (!shared()) GTEST_SKIP() << "buffers are announced by being arguments";
    constexpr std::uint32_t any = 0;
    once(1, x_, y_, any);
    driver_calls calls;
    once(1, x_, y_, any);
    EXPECT_EQ(calls.take(), launch_and());
    for (const std::uint32_t flags : {any, NDW_LAUNCH_DIRECT}) {  // the driver keeps the list that it was given
        allocate<int>(1);
        calls.take();
        once(1, x_, y_, flags);
        EXPECT_EQ(calls.take(), launch_and({{"clSetKernelExecInfo", 1}}));
    }
}

TEST_P(OpenclCalls, MemoryGoesAfterTheLaunchesThatNameIt) {
    if (!shared()) GTEST_SKIP() << "the driver keeps a buffer as long as a command needs it";
    const auto calls_of_a_free = [this] {
        void* p = nullptr;
        ok(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, 64, 64, &p));
        driver_calls calls;
        ok(api_->memory_free(device_, p, NDW_MEMORY_DEVICE));
        return calls.take();
    };
    const call_counts waiting{{"clFinish", 1}, {"clReleaseMemObject", 1}, {"clSVMFree", 1}};
    const call_counts at_once{{"clReleaseMemObject", 1}, {"clSVMFree", 1}};
    EXPECT_EQ(calls_of_a_free(), at_once);
    once(1, x_, y_, 0);
    EXPECT_EQ(calls_of_a_free(), waiting);
    ok(api_->queue_sync(queue_));
    EXPECT_EQ(calls_of_a_free(), at_once);
}

TEST_P(OpenclCalls, WhatCouldNotBeAnnouncedIsAnnouncedAtTheNextLaunch) {
    if (!shared()) GTEST_SKIP() << "buffers are announced by being arguments";
    allocate<int>(1);
    const double a = 1;
    const std::uint64_t n = 256;
    const std::vector<ndw_argument> arguments{value(a), pointer(x_), pointer(y_), value(n)};
    const auto real = opencl::cl.clSetKernelExecInfo;
    opencl::cl.clSetKernelExecInfo = [](cl_kernel, cl_kernel_exec_info, std::size_t, const void*) -> cl_int {
        return CL_OUT_OF_HOST_MEMORY;
    };
    EXPECT_EQ(launch(axpy_, {1}, {256}, arguments), NDW_OUT_OF_MEMORY);
    opencl::cl.clSetKernelExecInfo = real;
    driver_calls calls;
    ok(launch(axpy_, {1}, {256}, arguments));
    EXPECT_EQ(calls.take(), launch_and({{"clSetKernelExecInfo", 1}}));
}

TEST_P(OpenclCalls, AShortReadIsOneCallAndItsWaitNone) {
    once(1, x_, y_);
    driver_calls calls;
    double got = 0;
    ok(api_->copy(queue_, &got, y_, sizeof got));
    ok(api_->queue_sync(queue_));
    EXPECT_EQ(calls.take(), (call_counts{{"clEnqueueReadBuffer", 1}}));
    EXPECT_EQ(got, 4.0);
}

TEST_P(OpenclCalls, WaitingIsOneCallAndAgainNone) {
    once(1, x_, y_);
    driver_calls calls;
    ok(api_->queue_sync(queue_));
    EXPECT_EQ(calls.take(), (call_counts{{"clFinish", 1}}));
    ok(api_->queue_sync(queue_));
    EXPECT_EQ(calls.take(), call_counts());
}

TEST_P(OpenclCalls, AQueueThatOthersEnqueueToIsNeverIdle) {
    void* native = nullptr;
    ok(api_->queue_native(queue_, &native));
    ok(api_->queue_sync(queue_));
    driver_calls calls;
    ok(api_->queue_sync(queue_));
    EXPECT_EQ(calls.take(), (call_counts{{"clFinish", 1}}));
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclCalls, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
