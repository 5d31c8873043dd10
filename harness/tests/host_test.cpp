#include "machine/host.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "machine/other_work.hpp"

namespace ndweave::harness {

TEST(Host, IdentitiesDoNotDrift) {
    const std::string hardware = fingerprint(hardware_facts()), environment = fingerprint(environment_facts());
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(fingerprint(hardware_facts()), hardware);
        EXPECT_EQ(fingerprint(environment_facts()), environment);
    }
    EXPECT_EQ(hardware_facts().dump().find("MHz"), std::string::npos);
    EXPECT_NE(fingerprint({{"a", 1}}), fingerprint({{"a", 2}}));
}

TEST(OtherWork, IsOfTheProcessorsThatMayBeUsed) {
    const char* const text =
        "cpu  300 20 1000 90000 7 6 5 4 3 2\n"
        "cpu0 100 10 200 90000 7 3 2 85 3 2\n"
        "cpu1 900 900 900 0 0 0 0 0 0 0\n"
        "cpu12 50 0 50 1 1 0 0 0 0 0\n"
        "intr 300\nctxt 12345\n";
    cpu_set_t set;
    CPU_ZERO(&set);
    std::istringstream none(text);
    EXPECT_FALSE(busy_seconds(none, set, 100));
    CPU_SET(0, &set);
    std::istringstream one(text);
    EXPECT_DOUBLE_EQ(busy_seconds(one, set, 100).value(), 4.0) << "neither idle nor waiting, but what the host took";
    CPU_SET(12, &set);
    std::istringstream two(text);
    EXPECT_DOUBLE_EQ(busy_seconds(two, set, 100).value(), 5.0);
}

TEST(OtherWork, IsAShare) {
    const other_work others;
    const auto share = others.share();
    if (!share) GTEST_SKIP() << "this system does not tell";
    EXPECT_GE(*share, 0);
    EXPECT_LE(*share, 1);
}

}  // namespace ndweave::harness
