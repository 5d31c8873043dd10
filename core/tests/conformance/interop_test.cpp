/// Native objects: of the wrong backend, of devices that have none, and work given to them behind ndweave's back.
#include <dlfcn.h>

#include <cmath>
#include <optional>
#include <type_traits>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

class Interop : public Conformance {
protected:
    bool is(backend b) const { return q.get_device().get_backend() == b; }

    template <class F>
    static void expect_error(errc code, const std::string& words, const F& f) {
        try {
            f();
        } catch (const exception& e) {
            EXPECT_EQ(e.code(), code) << e.what();
            EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
            return;
        }
        ADD_FAILURE() << "nothing is thrown";
    }

    /// A function of the first of the libraries that is here, or null.
    template <class Function>
    static Function* find(std::initializer_list<const char*> libraries, const char* name) {
        for (const char* const library : libraries) {
            void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
            if (void* const symbol = opened ? dlsym(opened, name) : nullptr) return reinterpret_cast<Function*>(symbol);
        }
        return nullptr;
    }
};

static_assert(std::is_same_v<backend_return_t<backend::cuda, queue>, CUstream_st*>);
static_assert(std::is_same_v<backend_return_t<backend::hip, device>, int>);
static_assert(std::is_same_v<backend_return_t<backend::opencl, context>, _cl_context*>);

TEST_F(Interop, BackendsAreTheDevices) {
    const std::string names[] = {"cpu", "cuda", "hip", "opencl", "null"};
    EXPECT_EQ(names[static_cast<int>(q.get_device().get_backend())], q.get_device().backend_name());
}

TEST_F(Interop, ObjectsOfOtherBackendsAreErrors) {
    const device d = q.get_device();
    if (!is(backend::cuda)) {
        expect_error(errc::backend_mismatch, "cuda is wanted", [&] { get_native<backend::cuda>(q); });
        expect_error(errc::backend_mismatch, "device of " + d.backend_name(), [&] { get_native<backend::cuda>(d); });
    }
    if (!is(backend::opencl)) {
        expect_error(errc::backend_mismatch, "opencl is wanted", [&] { get_native<backend::opencl>(q); });
    }
    if (!is(backend::hip)) {
        expect_error(errc::backend_mismatch, "hip is wanted", [&] { get_native<backend::hip>(d); });
    }
}

TEST_F(Interop, TheCpuHasNone) {
    if (!is(backend::cpu)) GTEST_SKIP() << "the device is not the cpu";
    expect_error(errc::feature_not_supported, "no native queue", [&] { get_native<backend::cpu>(q); });
    expect_error(errc::feature_not_supported, "no native device", [&] { get_native<backend::cpu>(q.get_device()); });
}

TEST_F(Interop, NullDevicesHaveTheirOwn) {
    if (!is(backend::null)) GTEST_SKIP() << "the device is not null";
    EXPECT_NE(get_native<backend::null>(q), nullptr);
    EXPECT_EQ(get_native<backend::null>(q), get_native<backend::null>(q));
    EXPECT_NE(get_native<backend::null>(q), get_native<backend::null>(queue(q.get_device())));
    EXPECT_NE(get_native<backend::null>(q.get_device()), nullptr);
}

TEST_F(Interop, HostTasksGetAHandle) {
    std::optional<backend> seen;
    const void *native = nullptr, *expected = nullptr;
    if (is(backend::cuda)) expected = get_native<backend::cuda>(q);
    if (is(backend::opencl)) expected = get_native<backend::opencl>(q);
    if (is(backend::null)) expected = get_native<backend::null>(q);
    q.submit([&](handler& h) {
        h.host_task([&](interop_handle handle) {
            seen = handle.get_backend();
            if (is(backend::cuda)) native = handle.get_native_queue<backend::cuda>();
            if (is(backend::opencl)) native = handle.get_native_queue<backend::opencl>();
            if (is(backend::null)) native = handle.get_native_queue<backend::null>();
            expect_error(errc::backend_mismatch, "wanted", [&] {
                is(backend::hip) ? static_cast<void>(handle.get_native_device<backend::cuda>())
                                 : static_cast<void>(handle.get_native_device<backend::hip>());
            });
        });
    });
    q.wait();
    EXPECT_EQ(seen, q.get_device().get_backend());
    EXPECT_EQ(native, expected);
}

TEST_F(Interop, DevicesOfOtherBackendsHaveNoAccessToMemory) {
    device own = q.get_device();
    device other(is(backend::cpu) ? "null" : "cpu");
    EXPECT_FALSE(own.ext_oneapi_can_access_peer(other));
    EXPECT_FALSE(other.ext_oneapi_can_access_peer(own, ext::oneapi::peer_access::atomics_supported));
    EXPECT_FALSE(own.ext_oneapi_can_access_peer(own));
    const std::string pair = own.identifier() + " to memory of " + other.identifier();
    expect_error(errc::invalid, pair, [&] { own.ext_oneapi_enable_peer_access(other); });
    expect_error(errc::invalid, pair, [&] { own.ext_oneapi_disable_peer_access(other); });
}

TEST_F(Interop, WorkOnAnOpenclQueueIsWaitedFor) {
    if (!is(backend::opencl)) GTEST_SKIP() << "the device is not of opencl";
    const auto library = {"libOpenCL.so.1"};
    using question = int(void*, unsigned, std::size_t, void*, std::size_t*);
    auto* const queue_info = find<question>(library, "clGetCommandQueueInfo");
    auto* const event_info = find<question>(library, "clGetEventInfo");
    auto* const release = find<int(void*)>(library, "clReleaseEvent");
    auto* const marker =
        find<int(_cl_command_queue*, unsigned, void* const*, void**)>(library, "clEnqueueMarkerWithWaitList");
    ASSERT_TRUE(queue_info && event_info && release && marker);
    _cl_command_queue* const native = get_native<backend::opencl>(q);
    constexpr unsigned queue_device = 0x1091, execution_status = 0x11D3;
    _cl_device_id* of = nullptr;
    ASSERT_EQ(queue_info(native, queue_device, sizeof of, &of, nullptr), 0);
    EXPECT_EQ(of, get_native<backend::opencl>(q.get_device()));

    for (int round = 0; round < 20; ++round) {
        q.wait();
        void* mark = nullptr;
        ASSERT_EQ(marker(native, 0, nullptr, &mark), 0);
        q.wait();  // for what ndweave did not enqueue
        int state = -1;
        ASSERT_EQ(event_info(mark, execution_status, sizeof state, &state, nullptr), 0);
        EXPECT_EQ(state, 0) << "not complete";
        release(mark);
    }
}

TEST_F(Interop, ACudaStreamIsInOrderWithItsQueue) {
    if (!is(backend::cuda)) GTEST_SKIP() << "the device is not of cuda";
    const auto library = {"libcuda.so.1"};
    auto* const fill = find<int(void*, unsigned, std::size_t, CUstream_st*)>(library, "cuMemsetD32Async");
    auto* const query = find<int(CUstream_st*)>(library, "cuStreamQuery");
    ASSERT_TRUE(fill && query);
    constexpr std::size_t n = 1 << 22;
    const buffer<unsigned> x(q, n);
    unsigned* const p = x.get();
    CUstream_st* const stream = get_native<backend::cuda>(q);
    EXPECT_EQ("cuda:" + std::to_string(get_native<backend::cuda>(q.get_device())), q.get_device().identifier());
    q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = static_cast<unsigned>(i[0]); });
    ASSERT_EQ(fill(p, 40, n, stream), 0);
    q.parallel_for(range<1>(n), [=](id<1> i) { p[i] += 2; });
    q.wait();
    EXPECT_EQ(query(stream), 0);
    expect_equal(x.read(), std::vector<unsigned>(n, 42));
}

TEST_F(Interop, CublasWorksOnTheQueue) {
    if (!is(backend::cuda)) GTEST_SKIP() << "the device is not of cuda";
    const auto libraries = {"libcublas.so.13", "libcublas.so.12", "/usr/local/cuda/lib64/libcublas.so.13",
                            "/usr/local/cuda/lib64/libcublas.so.12"};
    auto* const create = find<int(void**)>(libraries, "cublasCreate_v2");
    auto* const destroy = find<int(void*)>(libraries, "cublasDestroy_v2");
    auto* const set_stream = find<int(void*, CUstream_st*)>(libraries, "cublasSetStream_v2");
    auto* const saxpy =
        find<int(void*, int, const float*, const float*, int, float*, int)>(libraries, "cublasSaxpy_v2");
    if (!create || !destroy || !set_stream || !saxpy) GTEST_SKIP() << "no cuBLAS";
    constexpr int n = 1'000'003;
    const buffer<float> x(q, n), y(q, n);
    float *const a = x.get(), *const b = y.get();
    void* blas = nullptr;
    ASSERT_EQ(create(&blas), 0);
    ASSERT_EQ(set_stream(blas, get_native<backend::cuda>(q)), 0);
    q.parallel_for(range<1>(n), [=](id<1> i) {
        a[i] = static_cast<float>(i[0] % 1000);
        b[i] = 5;
    });
    const float factor = 3;
    ASSERT_EQ(saxpy(blas, n, &factor, a, 1, b, 1), 0);
    q.parallel_for(range<1>(n), [=](id<1> i) { b[i] += 1; });
    std::vector<float> model(n);
    for (std::size_t i = 0; i < model.size(); ++i) model[i] = 3 * static_cast<float>(i % 1000) + 6;  // exact
    expect_equal(y.read(), model);
    EXPECT_EQ(destroy(blas), 0);
}

}  // namespace
}  // namespace ndweave::conformance
