// Queues and events, on one device and on all of them.
#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "ndweave/interop.hpp"
#include "opencl/driver.hpp"
#include "opencl_plugin.hpp"

namespace ndweave {
namespace {

using OpenclQueue = OpenclPlugin;

// The names that interop.hpp declares without the vendor's header are those of the header.
static_assert(std::is_same_v<backend_return_t<backend::opencl, queue>, cl_command_queue>);
static_assert(std::is_same_v<backend_return_t<backend::opencl, device>, cl_device_id>);
static_assert(std::is_same_v<backend_return_t<backend::opencl, context>, cl_context>);
static_assert(std::is_same_v<decltype(opencl_memory::buffer), cl_mem>);

TEST_P(OpenclQueue, EventsAreOrderedAndTimed) {
    ndw_event *start = nullptr, *end = nullptr, *other = nullptr;
    ndw_queue* second = nullptr;
    ok(api_->queue_create(device_, NDW_QUEUE_PROFILING, &second));
    const std::vector<double> host(1 << 18, 1.0);
    double *x = upload(host), *y = upload(host);
    ok(api_->event_record(queue_, &start));
    const double a = 1;
    const std::uint64_t n = host.size();
    for (int i = 0; i < 10; ++i)
        ok(launch(kernel("axpy"), {1024}, {256}, {value(a), pointer(x), pointer(y), value(n)}));
    ok(api_->event_record(queue_, &end));
    ok(api_->queue_wait_event(second, end));
    std::vector<double> got(host.size());
    ok(api_->copy(second, got.data(), y, n * sizeof(double)));
    ok(api_->event_record(second, &other));
    ok(api_->event_wait(other, 1));
    EXPECT_EQ(api_->event_wait(end, 0), NDW_OK);
    EXPECT_EQ(got, std::vector<double>(host.size(), 11.0));
    double forth = 0, back = 0;
    ok(api_->event_elapsed(start, end, &forth));
    ok(api_->event_elapsed(end, start, &back));
    EXPECT_GT(forth, 0);
    EXPECT_EQ(back, -forth);
    for (ndw_event* e : {start, end, other}) api_->event_destroy(e);
    api_->queue_destroy(second);
}

/// Devices of every platform that is installed, with work under way on all of them.
TEST_P(OpenclQueue, AllDevicesRunAtOnce) {
    struct one {
        ndw_device* device = nullptr;
        ndw_queue* queue = nullptr;
        ndw_module* module = nullptr;
        ndw_kernel* kernel = nullptr;
        void *x = nullptr, *y = nullptr;
    };
    std::uint32_t count = 0;
    ok(api_->device_count(&count));
    std::vector<one> all(count);
    const std::vector<double> x(3000, 2.0);
    for (std::uint32_t d = 0; d < count; ++d) {
        one& o = all[d];
        ok(api_->device_open(d, &o.device));
        ok(api_->queue_create(o.device, 0, &o.queue));
        o.module = load(o.device);
        ok(api_->kernel_get(o.module, "axpy", &o.kernel, nullptr));
        for (void** p : {&o.x, &o.y}) {
            ok(api_->memory_alloc(o.device, NDW_MEMORY_DEVICE, x.size() * sizeof(double), 64, p));
            ok(api_->copy(o.queue, *p, x.data(), x.size() * sizeof(double)));
        }
    }
    const std::uint64_t n = x.size();
    for (int round = 0; round < 3; ++round) {
        for (std::uint32_t d = 0; d < count; ++d) {
            const double a = d + 1;
            ok(launch(all[d].queue, all[d].kernel, {47}, {64},
                      {value(a), pointer(all[d].x), pointer(all[d].y), value(n)}, NDW_LAUNCH_DIRECT));
        }
    }
    for (std::uint32_t d = 0; d < count; ++d) {
        std::vector<double> got(n);
        ok(api_->copy(all[d].queue, got.data(), all[d].y, n * sizeof(double)));
        ok(api_->queue_sync(all[d].queue));
        EXPECT_EQ(got, std::vector<double>(n, 2.0 + 3 * 2.0 * (d + 1))) << "device " << d;
        for (void* p : {all[d].x, all[d].y}) ok(api_->memory_free(all[d].device, p, NDW_MEMORY_DEVICE));
        api_->module_unload(all[d].module);
        api_->queue_destroy(all[d].queue);
        api_->device_close(all[d].device);
    }
}

TEST_P(OpenclQueue, DevicesBeyondTheLastAreNone) {
    ndw_device* d = nullptr;
    EXPECT_EQ(api_->device_open(1000, &d), NDW_NO_DEVICE);
    EXPECT_NE(error().find("counted from 0"), std::string::npos);
}

TEST_P(OpenclQueue, VariablesWithNonsenseAreRefused) {
    for (const char* nonsense : {"no", "2", "00", " 0"}) {
        setenv("NDWEAVE_OPENCL_SVM", nonsense, 1);
        std::uint32_t count = 0;
        EXPECT_EQ(api_->device_count(&count), NDW_INVALID);
        EXPECT_EQ(count, 0u);
        EXPECT_EQ(error(), std::string("NDWEAVE_OPENCL_SVM is '") + nonsense + "': it must be 0 or 1");
    }
    setenv("NDWEAVE_OPENCL_SVM", GetParam(), 1);
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclQueue, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
