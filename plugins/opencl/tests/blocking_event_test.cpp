// Events whose waiters sleep: with a driver that calls back, and with ones that do not.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "driver_calls.hpp"
#include "opencl/device/device.hpp"
#include "opencl/event.hpp"
#include "opencl_plugin.hpp"

namespace ndweave {
namespace {

/// The event is one that the test itself completes, as a driver would.
class OpenclBlockingEvent : public OpenclPlugin {
protected:
    void SetUp() override {
        OpenclPlugin::SetUp();
        if (IsSkipped()) return;
        real_ = opencl::cl;
        void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
        const auto make = reinterpret_cast<decltype(&clCreateUserEvent)>(dlsym(library, "clCreateUserEvent"));
        set_status_ = reinterpret_cast<decltype(set_status_)>(dlsym(library, "clSetUserEventStatus"));
        cl_int error = CL_SUCCESS;
        event_.event = make(device_->context, &error);
        ASSERT_EQ(error, CL_SUCCESS);
    }
    void TearDown() override {
        if (event_.event) {
            opencl::cl = real_;
            opencl::cl.clReleaseEvent(event_.event);
        }
        OpenclPlugin::TearDown();
    }

    /// What a waiter is told if the event ends with `status` while it waits.
    int wait_for_end_with(cl_int status) {
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            set_status_(event_.event, status);
        });
        const int told = api_->event_wait(&event_, 1);
        other.join();
        return told;
    }

    ndw_event event_{nullptr, true};
    opencl::driver real_;
    decltype(&clSetUserEventStatus) set_status_ = nullptr;
};

TEST_P(OpenclBlockingEvent, WakesItsWaiterWithoutTheDriversWait) {
    EXPECT_EQ(api_->event_wait(&event_, 0), NDW_NOT_READY);
    driver_calls calls;
    EXPECT_EQ(wait_for_end_with(CL_COMPLETE), NDW_OK) << error();
    EXPECT_EQ(calls.take().at("clSetEventCallback"), 1);
    EXPECT_EQ(api_->event_wait(&event_, 1), NDW_OK);
    EXPECT_EQ(calls.take().count("clSetEventCallback"), 0u);  // complete: nothing to sleep for
}

TEST_P(OpenclBlockingEvent, WakesSeveralWaiters) {
    std::vector<std::thread> waiters;
    for (int t = 0; t < 4; ++t) waiters.emplace_back([&] { EXPECT_EQ(api_->event_wait(&event_, 1), NDW_OK); });
    EXPECT_EQ(wait_for_end_with(CL_COMPLETE), NDW_OK);
    for (std::thread& waiter : waiters) waiter.join();
}

TEST_P(OpenclBlockingEvent, EndsWithTheErrorOfItsWork) {
    EXPECT_EQ(wait_for_end_with(CL_OUT_OF_RESOURCES), NDW_LAUNCH_FAILED);
    EXPECT_NE(error().find("CL_OUT_OF_RESOURCES"), std::string::npos) << error();
}

using callback = void(CL_CALLBACK*)(cl_event, cl_int, void*);

TEST_P(OpenclBlockingEvent, EndsThoughTheDriverCallsBackTooLate) {
    static callback late = nullptr;
    static void* data = nullptr;
    opencl::cl.clSetEventCallback = [](cl_event, cl_int, callback function, void* its_data) {
        late = function;
        data = its_data;
        return cl_int{CL_SUCCESS};
    };
    EXPECT_EQ(wait_for_end_with(CL_COMPLETE), NDW_OK) << error();
    late(event_.event, CL_COMPLETE, data);
}

TEST_P(OpenclBlockingEvent, RefusalsOfTheDriverAreErrors) {
    opencl::cl.clSetEventCallback = [](cl_event, cl_int, callback, void*) { return cl_int{CL_OUT_OF_HOST_MEMORY}; };
    EXPECT_EQ(api_->event_wait(&event_, 1), NDW_OUT_OF_MEMORY);
    EXPECT_NE(error().find("clSetEventCallback"), std::string::npos) << error();
    opencl::cl = real_;
    EXPECT_EQ(wait_for_end_with(CL_COMPLETE), NDW_OK);
}

TEST_P(OpenclBlockingEvent, OfAQueueIsBehindItsWork) {
    const std::vector<double> host(1 << 18, 1.0);
    double *x = upload(host), *y = upload(host);
    const double a = 1;
    const std::uint64_t n = host.size();
    for (int i = 0; i < 10; ++i)
        ok(launch(kernel("axpy"), {1024}, {256}, {value(a), pointer(x), pointer(y), value(n)}));
    ndw_event* end = nullptr;
    ok(api_->event_record_blocking(queue_, &end));
    ok(api_->event_wait(end, 1));
    EXPECT_EQ(api_->event_wait(end, 0), NDW_OK);
    api_->event_destroy(end);
    EXPECT_EQ(download(y, n), std::vector<double>(n, 11.0));
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclBlockingEvent, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
