/// What is sampled around a measurement, from libraries and counters that may not be there.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <thread>

#include "machine/counters.hpp"
#include "machine/nvml.hpp"

namespace ndweave::harness {

TEST(Nvml, TellsWhatTheDriverTells) {
    // Loaded under the driver library's name, so that the name finds it wherever it lies.
    ASSERT_NE(dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL), nullptr) << dlerror();
    const json facts = gpu_moment(0);
    EXPECT_EQ(facts["graphics_mhz"], 1000);
    EXPECT_EQ(facts["sm_mhz"], 1001);
    EXPECT_EQ(facts["memory_mhz"], 1002);
    EXPECT_EQ(facts["celsius"], 41);
    EXPECT_NEAR(facts["watts"].get<double>(), 123.5, 1e-9);
    EXPECT_FALSE(facts.contains("watts_limit"));
    EXPECT_EQ(facts["throttle_reasons"], 0x24);
    EXPECT_EQ(facts["throttled_by"], json::array({"power cap", "thermal limit"}));
    EXPECT_TRUE(gpu_moment(1).is_null());
}

namespace {

void spin() {
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 100'000; ++i) sum = sum + i;
}

}  // namespace

TEST(Instructions, AreCountedOrItIsSaidWhyNot) {
    const event_counter counter(counted::instructions);
    spin();
    const auto count = counter.read();
    EXPECT_EQ(count.has_value(), counter.state() == "counted") << counter.state();
    EXPECT_FALSE(counter.state().empty());
    if (count) {
        EXPECT_GT(*count, 100'000u);
        EXPECT_LT(*count, 100'000'000u);
    }
}

// The same call with events of the operating system's own, which virtual machines have as well.
TEST(SoftwareEvents, CountThisThreadAndThoseItStarts) {
    const event_counter clock(counted::task_clock), faults(counted::page_faults);
    if (clock.state() != "counted") GTEST_SKIP() << clock.state();
    spin();
    const std::uint64_t alone = clock.read().value();
    EXPECT_GT(alone, 0u);
    constexpr std::size_t pages = 1000, page = 4096;
    std::thread([&] {
        spin();
        void* memory = mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(memory, MAP_FAILED);
        madvise(memory, pages * page, MADV_NOHUGEPAGE);
        for (std::size_t i = 0; i < pages; ++i) static_cast<volatile char*>(memory)[i * page] = 1;
        munmap(memory, pages * page);
    }).join();
    EXPECT_GT(clock.read().value(), alone);
    EXPECT_GE(faults.read().value(), pages);
}

TEST(ProcessCounters, EachIsCountedOrSaysWhyNot) {
    const process_counters counters;
    const json found = to_json(counters.read());
    for (const char* name : {"instructions", "task_clock_ns", "page_faults"}) {
        const bool missing = found.contains("not_counted") && found["not_counted"].contains(name);
        EXPECT_NE(found.contains(name), missing) << name;
        if (missing) EXPECT_NE(found["not_counted"][name], "");
    }
}

}  // namespace ndweave::harness
