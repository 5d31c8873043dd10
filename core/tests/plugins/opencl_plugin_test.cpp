/// The OpenCL plugin straight through its C ABI, with kernels written by hand: on every device that is there, with
/// shared virtual memory and without.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "ndweave/plugin.h"

namespace ndweave {
namespace {

const char* const source_text = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void axpy(double a, __global const double* x, __global double* y, ulong n) {
    if (get_global_id(0) < n) y[get_global_id(0)] += a * x[get_global_id(0)];
}
__kernel void reverse(__global int* data, __local int* tile) {
    const uint i = get_local_id(0), n = get_local_size(0);
    tile[i] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = tile[n - 1 - i];
}
struct node { __global int* value; };
__kernel void follow(__global const struct node* nodes) { *nodes[get_global_id(0)].value += 1; }
__kernel void where(__global uint* out) {
    const ulong i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
    out[i] = get_group_id(0) + 16 * get_group_id(1) + 256 * get_group_id(2);
}
)";

class OpenclPlugin : public ::testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        setenv("NDWEAVE_OPENCL_SVM", GetParam(), 1);
        void* library = dlopen(NDWEAVE_OPENCL_PLUGIN, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library, nullptr) << dlerror();
        api_ = static_cast<const ndw_plugin*>(dlsym(library, NDW_PLUGIN_SYMBOL));
        ASSERT_NE(api_, nullptr);
        setenv("POCL_DEVICES", "pthread basic", 0);  // PoCL has as many devices as it is told
        std::uint32_t count = 0;
        const int status = api_->device_count(&count);
        if (status != NDW_OK || count == 0) GTEST_SKIP() << "no OpenCL device: " << error();
        info_.struct_size = sizeof info_;
        ok(api_->device_info(0, &info_));
        ok(api_->device_open(0, &device_));
        ok(api_->queue_create(device_, NDW_QUEUE_PROFILING, &queue_));
    }
    void TearDown() override {
        if (queue_) ok(api_->queue_sync(queue_));
        for (void* p : allocated_) ok(api_->memory_free(device_, p, NDW_MEMORY_DEVICE));
        if (module_) api_->module_unload(module_);
        if (queue_) api_->queue_destroy(queue_);
        if (device_) api_->device_close(device_);
        unsetenv("NDWEAVE_OPENCL_SVM");
    }

    std::string error() const {
        char text[4000];
        api_->last_error(text, sizeof text);
        return text;
    }
    void ok(int status) const { ASSERT_EQ(status, NDW_OK) << error(); }

    template <class T>
    T* allocate(std::size_t count) {
        void* p = nullptr;
        ok(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, count * sizeof(T), 64, &p));
        allocated_.push_back(p);
        return static_cast<T*>(p);
    }
    template <class T>
    T* upload(const std::vector<T>& host) {
        T* p = allocate<T>(host.size());
        ok(api_->copy(queue_, p, host.data(), host.size() * sizeof(T)));
        ok(api_->queue_sync(queue_));  // the host vector may be a temporary
        return p;
    }
    template <class T>
    std::vector<T> download(const T* p, std::size_t count) {
        std::vector<T> host(count);
        ok(api_->copy(queue_, host.data(), p, count * sizeof(T)));
        ok(api_->queue_sync(queue_));
        return host;
    }

    ndw_kernel* kernel(const char* name) {
        if (!module_) {
            const ndw_module_source source{
                sizeof source, NDW_CODE_OPENCL_C, source_text, std::strlen(source_text), 0, 0};
            ok(api_->module_load(device_, &source, &module_));
        }
        ndw_kernel* k = nullptr;
        ndw_kernel_info info{};
        info.struct_size = sizeof info;
        ok(api_->kernel_get(module_, name, &k, &info));
        EXPECT_GE(info.max_group_size, 1u);
        return k;
    }

    int launch(ndw_kernel* k, std::vector<std::uint64_t> groups, std::vector<std::uint32_t> local,
               const std::vector<ndw_argument>& arguments) {
        ndw_launch l{};
        l.struct_size = sizeof l;
        l.kernel = k;
        for (std::size_t a = 0; a < 3; ++a) {
            l.group_count[a] = a < groups.size() ? groups[a] : 1;
            l.local_range[a] = a < local.size() ? local[a] : 1;
        }
        l.arguments = arguments.data();
        l.argument_count = static_cast<std::uint32_t>(arguments.size());
        return api_->launch(queue_, &l);
    }

    template <class T>
    static ndw_argument value(const T& v) {
        return {&v, sizeof v, NDW_ARGUMENT_VALUE, 0};
    }
    template <class T>
    static ndw_argument pointer(T* const& p) {
        return {&p, sizeof p, NDW_ARGUMENT_POINTER, 0};
    }

    const ndw_plugin* api_ = nullptr;
    ndw_device_info info_{};
    ndw_device* device_ = nullptr;
    ndw_queue* queue_ = nullptr;
    ndw_module* module_ = nullptr;
    std::vector<void*> allocated_;
};

TEST_P(OpenclPlugin, CopiesAtOffsetsBetweenAllSides) {
    std::vector<int> host(1000);
    std::iota(host.begin(), host.end(), 0);
    int* a = upload(host);
    int* b = allocate<int>(1000);
    const int minus = -1;
    ok(api_->fill(queue_, b, &minus, sizeof minus, 1000));
    ok(api_->copy(queue_, b + 7, a + 500, 100 * sizeof(int)));
    const auto got = download(b, 1000);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(got[i], i >= 7 && i < 107 ? i - 7 + 500 : -1) << i;
}

TEST_P(OpenclPlugin, KernelWithValuesPointersAndAGuard) {
    std::vector<double> x(1001), y(1001);
    std::iota(x.begin(), x.end(), 1.0);
    std::iota(y.begin(), y.end(), 2.0);
    double *dx = upload(x), *dy = upload(y);
    const double a = 0.5;
    const std::uint64_t n = x.size();
    ok(launch(kernel("axpy"), {8}, {128}, {value(a), pointer(dx), pointer(dy), value(n)}));
    const auto got = download(dy, n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got[i], y[i] + a * x[i]);
}

TEST_P(OpenclPlugin, PointersIntoAllocations) {
    std::vector<double> x(4096, 1.0);
    double *dx = upload(x), *dy = upload(x);
    double *inner_x = dx + 1024, *inner_y = dy + 2048;  // 8 KiB: a multiple of any sub-buffer alignment
    const double a = 2;
    const std::uint64_t n = 512;
    ok(launch(kernel("axpy"), {2}, {256}, {value(a), pointer(inner_x), pointer(inner_y), value(n)}));
    const auto got = download(dy, 4096);
    for (std::size_t i = 0; i < 4096; ++i) ASSERT_EQ(got[i], i >= 2048 && i < 2560 ? 3.0 : 1.0) << i;

    double* odd = dx + 1;
    const int status = launch(kernel("axpy"), {1}, {1}, {value(a), pointer(odd), pointer(odd), value(n)});
    if (info_.capabilities & NDW_CAP_ADDRESSES) {
        EXPECT_EQ(status, NDW_OK) << error();
    } else if (status != NDW_OK) {  // some drivers make buffers of parts that start anywhere
        EXPECT_EQ(status, NDW_UNSUPPORTED);
        EXPECT_NE(error().find("8 bytes into an allocation"), std::string::npos) << error();
    }
}

TEST_P(OpenclPlugin, LocalMemoryAndBarrier) {
    std::vector<int> host(256);
    std::iota(host.begin(), host.end(), 0);
    int* d = upload(host);
    ok(launch(kernel("reverse"), {4}, {64}, {pointer(d), {nullptr, 64 * sizeof(int), NDW_ARGUMENT_LOCAL, 0}}));
    const auto got = download(d, 256);
    for (int i = 0; i < 256; ++i) ASSERT_EQ(got[i], i / 64 * 64 + 63 - i % 64);
}

TEST_P(OpenclPlugin, ThreeDimensions) {
    unsigned* d = allocate<unsigned>(8 * 6 * 4);
    ok(launch(kernel("where"), {2, 3, 4}, {4, 2, 1}, {pointer(d)}));
    const auto got = download(d, 8 * 6 * 4);
    for (unsigned z = 0; z < 4; ++z) {
        for (unsigned y = 0; y < 6; ++y) {
            for (unsigned x = 0; x < 8; ++x) ASSERT_EQ(got[x + 8 * (y + 6 * z)], x / 4 + 16 * (y / 2) + 256 * z);
        }
    }
}

TEST_P(OpenclPlugin, PointersInMemoryAreFollowedWhereTheyAreAddresses) {
    if (!(info_.capabilities & NDW_CAP_ADDRESSES)) GTEST_SKIP() << "pointers are names only on this device";
    int* values = upload(std::vector<int>{10, 20, 30, 40});
    const auto nodes = upload(std::vector<int*>{values + 3, values + 2, values + 1, values});
    ok(launch(kernel("follow"), {1}, {4}, {pointer(nodes)}));
    EXPECT_EQ(download(values, 4), (std::vector<int>{11, 21, 31, 41}));
    int* later = upload(std::vector<int>{5, 6, 7, 8});  // made after the kernel was first launched
    const std::vector<int*> pointers{later, later + 1, later + 2, later + 3};
    ok(api_->copy(queue_, nodes, pointers.data(), sizeof(int*) * 4));
    ok(launch(kernel("follow"), {1}, {4}, {pointer(nodes)}));
    EXPECT_EQ(download(later, 4), (std::vector<int>{6, 7, 8, 9}));
}

TEST_P(OpenclPlugin, BuildErrorGivesTheDriversLog) {
    const std::string broken = "__kernel void f(__global int* p) { p[0] = this_is_not_declared; }";
    const ndw_module_source source{sizeof source, NDW_CODE_OPENCL_C, broken.c_str(), broken.size(), 0, 0};
    ndw_module* m = nullptr;
    EXPECT_EQ(api_->module_load(device_, &source, &m), NDW_BUILD_FAILED);
    EXPECT_NE(error().find("this_is_not_declared"), std::string::npos) << error();
    ndw_kernel* k = nullptr;
    kernel("axpy");
    EXPECT_NE(api_->kernel_get(module_, "no_such_kernel", &k, nullptr), NDW_OK);
}

TEST_P(OpenclPlugin, BinaryRunsLikeItsSource) {
    kernel("reverse");
    std::uint64_t size = 0;
    ok(api_->module_binary(module_, nullptr, &size));
    ASSERT_GT(size, 0u);
    std::vector<char> bytes(size);
    ok(api_->module_binary(module_, bytes.data(), &size));
    const ndw_module_source source{sizeof source, NDW_CODE_BINARY, bytes.data(), bytes.size(), 0, 0};
    ndw_module* m = nullptr;
    ok(api_->module_load(device_, &source, &m));
    ndw_kernel* k = nullptr;
    ok(api_->kernel_get(m, "reverse", &k, nullptr));
    int* d = upload(std::vector<int>{1, 2, 3, 4});
    ok(launch(k, {1}, {4}, {pointer(d), {nullptr, 16, NDW_ARGUMENT_LOCAL, 0}}));
    EXPECT_EQ(download(d, 4), (std::vector<int>{4, 3, 2, 1}));
    api_->module_unload(m);
}

TEST_P(OpenclPlugin, EventsAreOrderedAndTimed) {
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

TEST_P(OpenclPlugin, MoreMemoryThanThereIsIsOutOfMemory) {
    void* p = nullptr;
    EXPECT_EQ(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, std::uint64_t{1} << 50, 64, &p), NDW_OUT_OF_MEMORY);
    EXPECT_EQ(api_->memory_free(device_, &p, NDW_MEMORY_DEVICE), NDW_INVALID);
}

TEST_P(OpenclPlugin, LargeAlignments) {
    for (std::uint64_t alignment = 64; alignment <= 4096; alignment *= 2) {
        void* p = nullptr;
        ok(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, 100, alignment, &p));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignment, 0u);
        ok(api_->memory_free(device_, p, NDW_MEMORY_DEVICE));
    }
}

/// Devices of every platform that is installed, with work under way on all of them.
TEST_P(OpenclPlugin, AllDevicesAtOnce) {
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
    const ndw_module_source source{sizeof source, NDW_CODE_OPENCL_C, source_text, std::strlen(source_text), 0, 0};
    for (std::uint32_t d = 0; d < count; ++d) {
        one& o = all[d];
        ok(api_->device_open(d, &o.device));
        ok(api_->queue_create(o.device, 0, &o.queue));
        ok(api_->module_load(o.device, &source, &o.module));
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
            const std::vector<ndw_argument> arguments{value(a), pointer(all[d].x), pointer(all[d].y), value(n)};
            ndw_launch l{sizeof l, 4, all[d].kernel, {47, 1, 1}, {64, 1, 1}, NDW_LAUNCH_DIRECT, 0, arguments.data()};
            ok(api_->launch(all[d].queue, &l));
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

TEST_P(OpenclPlugin, DevicesBeyondTheLastAreNone) {
    ndw_device* d = nullptr;
    EXPECT_EQ(api_->device_open(1000, &d), NDW_NO_DEVICE);
    EXPECT_NE(error().find("counted from 0"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclPlugin, ::testing::Values("1", "0"), [](const auto& info) {
    return info.param[0] == '1' ? std::string("SharedVirtual") : std::string("Buffers");
});

}  // namespace
}  // namespace ndweave
