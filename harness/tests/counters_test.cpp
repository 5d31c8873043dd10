/// What is sampled around a measurement, from libraries and counters that may not be there.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "measure/instructions.hpp"
#include "measure/nvml.hpp"

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

TEST(Instructions, AreCountedOrItIsSaidWhyNot) {
    const instruction_counter counter;
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 100'000; ++i) sum = sum + i;
    const auto count = counter.read();
    EXPECT_EQ(count.has_value(), counter.state() == "counted") << counter.state();
    EXPECT_FALSE(counter.state().empty());
    if (count) {
        EXPECT_GT(*count, 100'000u);
        EXPECT_LT(*count, 100'000'000u);
    }
}

}  // namespace ndweave::harness
