/// Two binaries measured alternately, so that what disturbs the machine disturbs both.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"

namespace ndweave::harness {

/// When to stop.
struct interleave_limits {
    int min_rounds = 10;
    int max_rounds = 150;   // while a pair is unclear
    double max_time = 900;  // seconds of rounds, of the measurement and of its confirmation each
    double threshold = 0.05;
};

struct interleave_options {
    std::string base, next;              // harness binaries
    std::vector<std::string> arguments;  // of their `run`
    interleave_limits limits;
    double timeout = 3600;  // seconds, of one run
};

/// The rows of one run of a side.
enum class side_of { base, next };
using measure_function = std::function<std::vector<record>(side_of)>;
using progress_function = std::function<void(const std::string&)>;

/// Measures base, next, next, base, … until every pair is clear or a limit is met; what is slower is measured again
/// from the start, alone, and stays slower only if it is slower again.
std::vector<comparison> compare_alternating(const interleave_limits&, const measure_function&,
                                            const progress_function&);

/// The same of two binaries. Throws std::runtime_error where one gives no results.
std::vector<comparison> compare_interleaved(const interleave_options&, const progress_function&);

}  // namespace ndweave::harness
