/// Check mode for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "ndweave/exception.hpp"

namespace ndweave::tests {

/// Turns check mode on for the queues that a test makes.
class checking {
public:
    checking() { setenv("NDWEAVE_CHECK", "1", 1); }
    ~checking() { unsetenv("NDWEAVE_CHECK"); }
};

inline void expect_text(const exception& e, const std::string& part) {
    EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << "no '" << part << "' in: " << e.what();
}

}  // namespace ndweave::tests
