/// The verification that most apps end with: a number against the one that is known.
#pragma once

#include <cmath>
#include <string>

#include "app.hpp"

namespace ndweave::apps {

/// |value / expected - 1| of at most `tolerance`; a NaN fails.
inline verification check_relative(const std::string& what, double value, double expected, double tolerance) {
    const bool passed = std::fabs(value / expected - 1) <= tolerance;
    return {true, passed, what + ", relative difference of at most the tolerance", value, expected, tolerance};
}

}  // namespace ndweave::apps
