#include "machine/host.hpp"

#include <gtest/gtest.h>

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

}  // namespace ndweave::harness
