/// What devices tell of themselves beyond the core's descriptors, and selectors by texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <sycl/sycl.hpp>

namespace {

namespace intel = sycl::ext::intel::info::device;
namespace experimental = sycl::ext::oneapi::experimental;

/// A descriptor of an extension has a value exactly where the device has its aspect.
template <class Descriptor>
void expect_with(const sycl::device& d, sycl::aspect aspect) {
    if (d.has(aspect)) {
        EXPECT_NE(d.get_info<Descriptor>(), typename Descriptor::return_type());
        return;
    }
    try {
        d.get_info<Descriptor>();
        ADD_FAILURE() << "nothing was thrown";
    } catch (const sycl::exception& e) {
        EXPECT_EQ(e.code(), sycl::errc::feature_not_supported) << e.what();
    }
}

TEST(DeviceInfo, OfExtensionsIsThereWhereTheAspectIs) {
    for (const sycl::device& d : sycl::device::get_devices()) {
        SCOPED_TRACE(d.get_info<sycl::info::device::name>());
        expect_with<intel::free_memory>(d, sycl::aspect::ext_intel_free_memory);
        expect_with<intel::memory_clock_rate>(d, sycl::aspect::ext_intel_memory_clock_rate);
        expect_with<intel::memory_bus_width>(d, sycl::aspect::ext_intel_memory_bus_width);
        expect_with<intel::max_mem_bandwidth>(d, sycl::aspect::ext_intel_max_mem_bandwidth);
        expect_with<intel::pci_address>(d, sycl::aspect::ext_intel_pci_address);
        expect_with<intel::gpu_eu_count>(d, sycl::aspect::ext_intel_gpu_eu_count);
    }
}

TEST(DeviceInfo, HasLimitsAndArchitecture) {
    const sycl::device d;
    EXPECT_EQ(d.get_info<sycl::ext::oneapi::info::device::num_compute_units>(),
              d.get_info<sycl::info::device::max_compute_units>());
    const auto groups = d.get_info<experimental::info::device::max_work_groups<3>>();
    EXPECT_GT(d.get_info<experimental::info::device::max_global_work_groups>(), 1000u);
    for (int k = 0; k < 3; ++k) EXPECT_GT(groups[k], 1000u);
    const auto architecture = d.get_info<experimental::info::device::architecture>();
    EXPECT_TRUE(d.ext_oneapi_architecture_is(architecture));
    if (d.is_cpu() && d.get_backend() == sycl::backend::cpu)
        EXPECT_EQ(architecture, experimental::architecture::x86_64);
    const auto aspects = d.get_info<sycl::info::device::aspects>();
    EXPECT_EQ(std::count(aspects.begin(), aspects.end(), sycl::aspect::queue_profiling), 1);
    EXPECT_EQ(std::count(aspects.begin(), aspects.end(), sycl::aspect::host), 0);
    static_assert(sycl::any_device_has_v<sycl::aspect::fp64> && !sycl::all_devices_have_v<sycl::aspect::fp64>);
}

/// Programs give a work-group as many work-items as a vector has elements.
TEST(DeviceInfo, VectorsOfTheCpuHaveAWidthInBytes) {
    const sycl::device d(sycl::ext::oneapi::filter_selector("native_cpu"));
    namespace info = sycl::info::device;
    const auto bytes = d.get_info<info::native_vector_width_char>();
    EXPECT_TRUE(bytes == 16 || bytes == 32 || bytes == 64) << bytes;
    EXPECT_EQ(d.get_info<info::native_vector_width_short>() * 2, bytes);
    EXPECT_EQ(d.get_info<info::native_vector_width_int>() * 4, bytes);
    EXPECT_EQ(d.get_info<info::native_vector_width_float>() * 4, bytes);
    EXPECT_EQ(d.get_info<info::native_vector_width_long>() * 8, bytes);
    EXPECT_EQ(d.get_info<info::native_vector_width_double>() * 8, bytes);
    if (const auto halves = d.get_info<info::native_vector_width_half>()) EXPECT_EQ(halves * 2, bytes);
    EXPECT_EQ(d.get_info<info::preferred_vector_width_double>(), 1u) << "work-items are vectorized, not their vectors";
}

/// Prefers what its base refuses.
class other_selector : public sycl::default_selector {
public:
    int operator()(const sycl::device& d) const override { return d == sycl::device() ? 0 : 1; }
};

TEST(DeviceSelectors, OfBothVersionsOfSyclAgree) {
    EXPECT_EQ(sycl::device(sycl::default_selector()), sycl::device());
    EXPECT_EQ(sycl::device(sycl::cpu_selector()), sycl::device(sycl::cpu_selector_v));
    EXPECT_EQ(sycl::queue(sycl::cpu_selector()).get_device(),
              sycl::device([](const sycl::device& d) { return d.is_cpu() ? 1 : -1; }));
    const sycl::device other{other_selector()};
    if (sycl::device::get_devices().size() > 1) EXPECT_NE(other, sycl::device());
}

TEST(FilterSelector, FindsDevicesByText) {
    using sycl::ext::oneapi::filter_selector;
    EXPECT_TRUE(sycl::device(filter_selector("cpu")).is_cpu());
    const sycl::device cpu(filter_selector("cpu:0"));
    EXPECT_EQ(sycl::device(filter_selector("cuda:77,cpu:0")), cpu) << "a filter that no device passes";
    EXPECT_THROW(sycl::device(filter_selector("cpu:700")), sycl::exception);
    EXPECT_THROW(filter_selector("no_such_thing:9"), sycl::exception);
}

/// Programs take the largest size for that of their kernels, and multiply by it.
TEST(DeviceInfo, KernelsHaveTheLargestSubGroups) {
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
    const std::size_t largest = *std::max_element(sizes.begin(), sizes.end());
    std::size_t* const seen = sycl::malloc_shared<std::size_t>(1, q);
    q.parallel_for(sycl::nd_range<1>(2 * largest, 2 * largest), [=](sycl::nd_item<1> it) {
         if (it.get_global_linear_id() == 0) *seen = it.get_sub_group().get_max_local_range()[0];
     }).wait();
    EXPECT_EQ(*seen, largest);
    sycl::free(seen, q);
}

TEST(Devices, BeginWithTheOneThatTheEnvironmentNames) {
    const sycl::device asked;
    EXPECT_EQ(sycl::device::get_devices().front(), asked);
    EXPECT_EQ(sycl::platform::get_platforms().front(), asked.get_platform());
}

TEST(Devices, AreListedOnceWhereTwoDriversHaveThem) {
    std::map<std::string, std::set<sycl::backend>> all, listed;
    for (const ndweave::device& d : ndweave::device::get_devices()) {
        if (d.is_gpu()) all[d.get_info<ndweave::info::device::location>()].insert(d.get_backend());
    }
    for (const sycl::device& d : sycl::device::get_devices()) {
        if (d.is_gpu()) listed[d.ndweave::device::get_info<ndweave::info::device::location>()].insert(d.get_backend());
    }
    bool any = false;
    for (const auto& [location, backends] : all) {
        if (location.empty() || backends.size() < 2) continue;
        any = true;
        EXPECT_EQ(listed[location].size(), 1u) << location;
    }
    if (!any) GTEST_SKIP() << "no GPU here has two drivers";
}

TEST(Backend, IsPrintedByName) {
    const sycl::device d;
    std::ostringstream text;
    text << d.get_backend() << sycl::backend::ext_oneapi_cuda << sycl::backend::ext_oneapi_level_zero;
    const char* const asked = std::getenv("NDWEAVE_DEVICE");
    const std::string name = asked ? asked : "cpu";
    EXPECT_EQ(text.str(), name.substr(0, name.find(':')) + "cudalevel_zero");
}

TEST(InteropHandle, IsGivenToHostTasks) {
    sycl::queue q;
    sycl::buffer<int> b(16);
    bool ran = false;
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(b, h, sycl::write_only);
        h.parallel_for(sycl::range<1>(16), [=](sycl::id<1> i) { a[i] = static_cast<int>(i[0]); });
    });
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(b, h, sycl::read_write);
        h.host_task([&ran, a, backend = q.get_backend()](sycl::interop_handle handle) {
            EXPECT_EQ(handle.get_backend(), backend);
            if (backend == sycl::backend::cpu) static_cast<int*>(handle.get_native_mem<sycl::backend::cpu>(a))[3] = 33;
            ran = true;
        });
    });
    q.wait();
    EXPECT_TRUE(ran);
    const sycl::host_accessor all(b);
    EXPECT_EQ(all[3], q.get_backend() == sycl::backend::cpu ? 33 : 3);
    EXPECT_EQ(all[5], 5);
}

/// Kernels on the CPU run before their submission returns, so that the host cannot do anything for one that waits.
TEST(DeviceAspects, SayThatTheHostAndKernelsRunAtOnceOnlyWhereTheyDo) {
    const sycl::device d = sycl::queue().get_device();
    if (!d.is_cpu()) GTEST_SKIP() << "not the CPU";
    EXPECT_FALSE(d.has(sycl::aspect::usm_atomic_host_allocations));
    EXPECT_FALSE(d.has(sycl::aspect::usm_atomic_shared_allocations));
}

}  // namespace
