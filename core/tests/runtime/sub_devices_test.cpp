// create_sub_devices: what devices tell of their division, and every way to ask for one that cannot be.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "ndweave/ndweave.hpp"
#include "runtime/error_of.hpp"

namespace ndweave {
namespace {

using info::partition_affinity_domain;
using info::partition_property;
using testing::error_of;

constexpr auto equally = partition_property::partition_equally;
constexpr auto by_counts = partition_property::partition_by_counts;
constexpr auto by_domain = partition_property::partition_by_affinity_domain;

void expect_error(const exception& e, errc code, std::initializer_list<const char*> words) {
    EXPECT_EQ(e.code(), code) << e.what();
    for (const char* const word : words) EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
}

class SubDevices : public ::testing::Test {
protected:
    void SetUp() override {
        if (units < 2) GTEST_SKIP() << "the CPU has one compute unit here, which cannot be divided";
    }

    std::uint32_t units_of(const device& d) const { return d.get_info<info::device::max_compute_units>(); }

    const device cpu{"cpu"};
    const std::uint32_t units = units_of(cpu);
    const std::string units_word = std::to_string(units);
};

TEST_F(SubDevices, TheCpuTellsHowItCanBeDivided) {
    EXPECT_EQ(cpu.get_info<info::device::partition_max_sub_devices>(), units);
    const auto properties = cpu.get_info<info::device::partition_properties>();
    EXPECT_TRUE(std::ranges::count(properties, equally) == 1 && std::ranges::count(properties, by_counts) == 1);
    const auto domains = cpu.get_info<info::device::partition_affinity_domains>();
    EXPECT_EQ(std::ranges::count(properties, by_domain) == 1, !domains.empty());
    EXPECT_EQ(cpu.get_info<info::device::partition_type_property>(), partition_property::no_partition);
    EXPECT_EQ(cpu.get_info<info::device::partition_type_affinity_domain>(), partition_affinity_domain::not_applicable);
    expect_error(error_of([&] { cpu.get_info<info::device::parent_device>(); }), errc::invalid,
                 {"parent_device", "of cpu", "create_sub_devices"});
}

TEST_F(SubDevices, TellWhatTheyAre) {
    for (const device& d : cpu.create_sub_devices<equally>(1)) {
        SCOPED_TRACE(d.identifier());
        EXPECT_TRUE(d.is_cpu());
        EXPECT_EQ(d.backend_name(), "cpu");
        EXPECT_TRUE(d.identifier().starts_with("cpu, processors ")) << d.identifier();
        EXPECT_EQ(units_of(d), 1u);
        EXPECT_EQ(d.get_info<info::device::name>(), cpu.get_info<info::device::name>());
        EXPECT_EQ(d.get_info<info::device::parent_device>(), cpu);
        EXPECT_EQ(d.get_info<info::device::partition_type_property>(), equally);
        EXPECT_EQ(d.get_info<info::device::partition_type_affinity_domain>(),
                  partition_affinity_domain::not_applicable);
        EXPECT_EQ(d.get_info<info::device::partition_max_sub_devices>(), 0u);
        EXPECT_TRUE(d.get_info<info::device::partition_properties>().empty());
        EXPECT_TRUE(d.get_info<info::device::partition_affinity_domains>().empty());
    }
}

TEST_F(SubDevices, HaveTheCountsThatWereAskedFor) {
    for (std::uint32_t count = 1; count <= units; ++count) {
        const auto parts = cpu.create_sub_devices<equally>(count);
        EXPECT_EQ(parts.size(), units / count);
        for (const device& d : parts) EXPECT_EQ(units_of(d), count);
    }
    const auto parts = cpu.create_sub_devices<by_counts>({0, units - 1, 0, 1, 0});  // zeros are passed over
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(units_of(parts[0]), units - 1);
    EXPECT_EQ(units_of(parts[1]), 1u);
    EXPECT_NE(parts[0].identifier(), parts[1].identifier());
}

TEST_F(SubDevices, AreEachEqualToThemselvesOnly) {
    const auto once = cpu.create_sub_devices<equally>(1), twice = cpu.create_sub_devices<equally>(1);
    const device same = once[0];
    EXPECT_EQ(same, once[0]);
    EXPECT_EQ(queue(same).get_device(), once[0]);
    EXPECT_FALSE(once[0] == once[1]);
    EXPECT_FALSE(once[0] == twice[0]);
    EXPECT_FALSE(once[0] == cpu);
    const auto listed = device::get_devices();
    EXPECT_EQ(std::ranges::count(listed, once[0]), 0) << "listed are devices that a name finds";
}

TEST_F(SubDevices, OfMoreUnitsThanThereAreAreErrors) {
    const std::string more = std::to_string(units + 1);
    expect_error(error_of([&] { cpu.create_sub_devices<equally>(units + 1); }), errc::invalid,
                 {"partition_equally", "of cpu", more.c_str(), "from 1 to", units_word.c_str()});
    expect_error(error_of([&] { cpu.create_sub_devices<by_counts>({units + 1}); }), errc::invalid,
                 {"partition_by_counts", "count number 0", more.c_str(), units_word.c_str()});
    expect_error(error_of([&] { cpu.create_sub_devices<by_counts>({1, units}); }), errc::invalid,
                 {"count number 1", units_word.c_str(), "leave", "together"});
    expect_error(error_of([&] { cpu.create_sub_devices<by_counts>({1, SIZE_MAX, 2}); }), errc::invalid,
                 {"count number 1", "18446744073709551615"});
}

TEST_F(SubDevices, OfNoUnitsAreErrors) {
    expect_error(error_of([&] { cpu.create_sub_devices<equally>(0); }), errc::invalid,
                 {"partition_equally", "0 compute units", "from 1 to", units_word.c_str()});
    expect_error(error_of([&] { cpu.create_sub_devices<by_counts>({}); }), errc::invalid,
                 {"partition_by_counts", "the 0 counts name no compute unit"});
    expect_error(error_of([&] { cpu.create_sub_devices<by_counts>({0, 0}); }), errc::invalid,
                 {"the 2 counts name no compute unit"});
}

TEST_F(SubDevices, OfOneUnitCannotBeDivided) {
    const device one = cpu.create_sub_devices<equally>(1).front();
    for (const exception& e : {error_of([&] { one.create_sub_devices<equally>(1); }),
                               error_of([&] { one.create_sub_devices<by_counts>({1}); }),
                               error_of([&] { one.create_sub_devices<by_domain>(partition_affinity_domain::numa); })}) {
        expect_error(e, errc::feature_not_supported, {one.identifier().c_str(), "no two processors", "1 compute unit"});
    }
}

TEST_F(SubDevices, ByDomainsAreThoseThatTheDeviceTells) {
    const auto supported = cpu.get_info<info::device::partition_affinity_domains>();
    for (const auto domain :
         {partition_affinity_domain::not_applicable, partition_affinity_domain::numa,
          partition_affinity_domain::L4_cache, partition_affinity_domain::L3_cache, partition_affinity_domain::L2_cache,
          partition_affinity_domain::L1_cache, partition_affinity_domain::next_partitionable}) {
        if (std::ranges::count(supported, domain) == 0) {
            expect_error(error_of([&] { cpu.create_sub_devices<by_domain>(domain); }), errc::feature_not_supported,
                         {"partition_by_affinity_domain", "of cpu", "no two parts"});
            continue;
        }
        std::set<std::string> processors;
        std::uint32_t sum = 0;
        for (const device& d : cpu.create_sub_devices<by_domain>(domain)) {
            processors.insert(d.identifier());
            sum += units_of(d);
            EXPECT_EQ(d.get_info<info::device::partition_type_property>(), by_domain);
            EXPECT_EQ(d.get_info<info::device::partition_type_affinity_domain>(), partition_affinity_domain::numa);
        }
        EXPECT_GE(processors.size(), 2u);
        EXPECT_GE(sum, units);
    }
}

TEST_F(SubDevices, ShareTheirMemoryWithTheCpu) {
    const auto parts = cpu.create_sub_devices<equally>(1);
    queue whole(cpu), first(parts[0]), second(parts[1]);
    int *const a = malloc_device<int>(1000, first), *const b = malloc_shared<int>(1000, whole);
    EXPECT_EQ(get_pointer_device(a, whole), parts[0]);
    EXPECT_EQ(get_pointer_device(b, first), cpu);
    first.parallel_for(range<1>(1000), [=](id<1> i) { a[i] = static_cast<int>(i[0]); });
    second.parallel_for(range<1>(1000), [=](id<1> i) { b[i] = 2 * a[i]; });
    whole.memcpy(a, b, 1000 * sizeof(int));
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(a[i], 2 * i);
    free(a, second);  // any of them frees what another allocated
    free(b, first);
    expect_error(error_of([&] { free(a, first); }), errc::invalid, {"freed before"});
}

TEST(Device, OfAPluginCannotBeDivided) {
    int plugins = 0;
    for (const device& d : device::get_devices()) {
        if (d.backend_name() == "cpu") continue;
        ++plugins;
        SCOPED_TRACE(d.identifier());
        EXPECT_EQ(d.get_info<info::device::partition_max_sub_devices>(), 0u);
        EXPECT_TRUE(d.get_info<info::device::partition_properties>().empty());
        for (const exception& e : {error_of([&] { d.create_sub_devices<equally>(1); }),
                                   error_of([&] { d.create_sub_devices<by_counts>({1, 1}); }), error_of([&] {
                                       d.create_sub_devices<by_domain>(partition_affinity_domain::numa);
                                   })}) {
            expect_error(e, errc::feature_not_supported, {d.identifier().c_str(), "only device cpu", "backend"});
        }
    }
    if (plugins == 0) GTEST_SKIP() << "no plugin is built here";
}

/// Exit status 7: with one thread there is nothing to divide, and the error says why.
[[noreturn]] void divide_one_thread() {
    setenv("NDWEAVE_CPU_THREADS", "1", 1);
    try {
        device("cpu").create_sub_devices<equally>(1);
    } catch (const exception& e) {
        const bool told = std::string(e.what()).find("NDWEAVE_CPU_THREADS") != std::string::npos;
        std::exit(e.code() == errc::feature_not_supported && told ? 7 : 8);
    }
    std::exit(9);
}

TEST(Device, OfOneThreadCannotBeDivided) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(divide_one_thread(), ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace ndweave
