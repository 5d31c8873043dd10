#include "ndweave/device.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "ndweave/queue.hpp"
#include "runtime/error_of.hpp"

namespace ndweave {
namespace {

using testing::error_of;

/// Sets NDWEAVE_DEVICE for one test.
class with_device_name {
public:
    explicit with_device_name(const char* name) : old_(getenv("NDWEAVE_DEVICE") ? getenv("NDWEAVE_DEVICE") : "") {
        setenv("NDWEAVE_DEVICE", name, 1);
    }
    ~with_device_name() { old_.empty() ? unsetenv("NDWEAVE_DEVICE") : setenv("NDWEAVE_DEVICE", old_.c_str(), 1); }

private:
    std::string old_;
};

TEST(Device, CpuIsAlwaysThereAndListedFirst) {
    const auto devices = device::get_devices();
    ASSERT_FALSE(devices.empty());
    EXPECT_TRUE(devices.front().is_cpu());
    EXPECT_EQ(devices.front().identifier(), "cpu");
    EXPECT_EQ(devices.front(), device("cpu"));
    const with_device_name none("");
    EXPECT_EQ(devices.front(), device(cpu_selector_v));
    EXPECT_EQ(queue(default_selector_v).get_device(), device());
}

TEST(Device, SelectorOfGpusTakesOneOrSaysThatThereIsNone) {
    try {
        EXPECT_TRUE(device(gpu_selector_v).is_gpu());
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::runtime) << e.what();
        for (const device& d : device::get_devices()) EXPECT_FALSE(d.is_gpu());
    }
}

TEST(Device, IsACpuThroughOpenclAsWell) {
    for (const device& d : device::get_devices()) {
        SCOPED_TRACE(d.identifier());
        if (d.get_info<info::device::name>().starts_with("pthread")) EXPECT_TRUE(d.is_cpu()) << "PoCL's";
        EXPECT_FALSE(d.is_cpu() && d.is_gpu());
        EXPECT_EQ(d.is_cpu(), d.has(aspect::cpu));
        EXPECT_EQ(d.is_gpu(), d.has(aspect::gpu));
    }
    const with_device_name none("");
    EXPECT_EQ(device(cpu_selector_v), device("cpu")) << "the library's own engine goes first";
}

TEST(Device, SelectorsPreferTheOneThatTheEnvironmentNames) {
    for (const device& named : device::get_devices()) {
        SCOPED_TRACE(named.identifier());
        const with_device_name name(named.identifier().c_str());
        if (named.is_cpu()) EXPECT_EQ(device(cpu_selector_v), named);
        if (named.is_gpu()) EXPECT_EQ(device(gpu_selector_v), named);
        if (!named.is_cpu()) EXPECT_EQ(device(cpu_selector_v), device("cpu"));
        EXPECT_EQ(device([](const device&) { return 7; }), named);
        EXPECT_EQ(device([](const device& d) { return d == device("cpu") ? 8 : 7; }), device("cpu"));
    }
}

TEST(Device, SelectorsDoNotFallBackEither) {
    const with_device_name missing("opencl:4000");
    EXPECT_THROW(device(default_selector_v), exception);
    EXPECT_THROW(device(cpu_selector_v), exception);
    EXPECT_THROW(device(gpu_selector_v), exception);
}

TEST(Device, InfoOfTheCpuIsPlausible) {
    const device d("cpu");
    EXPECT_FALSE(d.get_info<info::device::name>().empty());
    EXPECT_GE(d.get_info<info::device::max_compute_units>(), 1u);
    EXPECT_GE(d.get_info<info::device::max_work_group_size>(), 1024u);
    EXPECT_GE(d.get_info<info::device::local_mem_size>(), 32u * 1024);
    EXPECT_GT(d.get_info<info::device::global_mem_size>(), 1u << 20);
    EXPECT_TRUE(d.has(aspect::fp64));
    EXPECT_TRUE(d.has(aspect::cpu));
    EXPECT_FALSE(d.has(aspect::gpu));
}

TEST(Device, UnknownBackendIsRefusedWithTheKnownOnes) {
    const exception e = error_of([] { device("cdua:0"); });
    EXPECT_EQ(e.code(), errc::invalid);
    EXPECT_NE(std::string(e.what()).find("'cdua:0'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("cpu, cuda, hip, opencl"), std::string::npos) << e.what();
}

TEST(Device, NonsenseNumbersAreRefused) {
    for (const char* name : {"cpu:", "cpu:x", "cpu:-1", "cpu:0x", "cpu:99999999999999999999999"}) {
        EXPECT_EQ(error_of([&] { device{std::string(name)}; }).code(), errc::invalid) << name;
    }
}

TEST(Device, MissingNumberSaysHowManyThereAre) {
    const exception e = error_of([] { device("cpu:7"); });
    EXPECT_EQ(e.code(), errc::runtime);
    EXPECT_NE(std::string(e.what()).find("has 1 device"), std::string::npos) << e.what();
}

TEST(Device, EnvironmentNamesTheDefaultAndNeverFallsBack) {
    {
        const with_device_name name("cpu:0");
        EXPECT_TRUE(queue().get_device().is_cpu());
    }
    {
        const with_device_name name("warp9");
        EXPECT_EQ(error_of([] { queue q; }).code(), errc::invalid);
    }
    {
        const with_device_name name("cuda:63");
        EXPECT_EQ(error_of([] { queue q; }).code(), errc::runtime);
    }
}

TEST(Device, SelectorThatRefusesAllIsAnError) {
    const auto none = [](const device&) { return -1; };
    EXPECT_EQ(error_of([&] { device{none}; }).code(), errc::runtime);
}

}  // namespace
}  // namespace ndweave
