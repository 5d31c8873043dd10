/// [[sycl::device_has]] of kernels and of functions: kernels are refused where the device lacks an aspect.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

using sycl::aspect;

/// The error code of a launch; success: none.
template <class Launch>
std::error_code code_of(Launch launch) {
    sycl::queue q;
    try {
        launch(q);
        q.wait_and_throw();
    } catch (const sycl::exception& e) {
        return e.code();
    }
    return {};
}

/// Of a kernel that names no kernel but itself.
template <aspect... Aspects>
struct requires_all {
    int* out;
    [[sycl::device_has(Aspects...)]] void operator()() const { *out += 1; }
};

template <aspect A>
[[sycl::device_has(A)]] constexpr int one_with() {
    return 1;
}
static_assert(one_with<aspect::image>() == 1);

template <aspect A>
struct calls_one {
    int* out;
    void operator()() const { *out += one_with<A>(); }
};

template <class Kernel>
void expect_as_device(std::initializer_list<aspect> needed) {
    sycl::queue q;
    const sycl::device d = q.get_device();
    bool has_all = true;
    for (const aspect a : needed) has_all = has_all && d.has(a);
    int* const out = sycl::malloc_shared<int>(1, q);
    *out = 0;
    const std::error_code expected =
        has_all ? std::error_code() : sycl::exception(make_error_code(sycl::errc::kernel_not_supported), "").code();
    EXPECT_EQ(code_of([&](sycl::queue& on) { on.single_task(Kernel{out}); }), expected);
    EXPECT_EQ(code_of([&](sycl::queue& on) { on.submit([&](sycl::handler& h) { h.single_task(Kernel{out}); }); }),
              expected);
    EXPECT_EQ(*out, has_all ? 2 : 0);
    EXPECT_EQ(sycl::is_compatible<Kernel>(d), has_all);
    EXPECT_EQ((sycl::has_kernel_bundle<Kernel, sycl::bundle_state::executable>(q.get_context(), {d})), has_all);
    const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), {d});
    EXPECT_EQ(bundle.template has_kernel<Kernel>(), has_all);
    sycl::free(out, q);
}

TEST(DeviceHas, OfKernelsIsWhatTheyNeed) {
    expect_as_device<requires_all<>>({});
    expect_as_device<requires_all<aspect::cpu>>({aspect::cpu});
    expect_as_device<requires_all<aspect::gpu>>({aspect::gpu});
    expect_as_device<requires_all<aspect::online_compiler, aspect::custom>>({aspect::online_compiler, aspect::custom});
    expect_as_device<requires_all<aspect::ext_intel_esimd>>({aspect::ext_intel_esimd});
}

TEST(DeviceHas, OfFunctionsIsWhatKernelsThatCallThemNeed) {
    expect_as_device<calls_one<aspect::cpu>>({aspect::cpu});
    expect_as_device<calls_one<aspect::gpu>>({aspect::gpu});
    expect_as_device<calls_one<aspect::accelerator>>({aspect::accelerator});
}

TEST(DeviceHas, OfLambdasStandsBehindTheirParameters) {
    const auto refused = make_error_code(sycl::errc::kernel_not_supported);
    EXPECT_EQ(code_of([](sycl::queue& q) {
                  q.parallel_for(sycl::range<1>(8), [](sycl::item<1>) [[sycl::device_has(aspect::emulated)]] {});
              }),
              refused);
    EXPECT_EQ(code_of([](sycl::queue& q) {
                  q.parallel_for(sycl::nd_range<1>(8, 8),
                                 [](sycl::nd_item<1>)
                                     [[sycl::device_has(aspect::online_linker, aspect::online_compiler)]] {});
              }),
              std::error_code());
    EXPECT_EQ(code_of([](sycl::queue& q) { q.single_task([]() [[sycl::device_has()]] {}); }), std::error_code());
}

TEST(DeviceHas, IsNamedInErrors) {
    sycl::queue q;
    try {
        q.single_task([]() [[sycl::device_has(aspect::custom, aspect::image, aspect::online_compiler)]] {});
        FAIL() << "no device has images";
    } catch (const sycl::exception& e) {
        EXPECT_NE(std::string(e.what()).find("aspect::custom and aspect::image (device_has)"), std::string::npos)
            << e.what();
    }
}

}  // namespace
