/// Two binaries measured in turn, so that what disturbs the machine disturbs both.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"

namespace ndweave::harness {

struct interleave_options {
    std::string base, next;              // harness binaries
    std::vector<std::string> arguments;  // of their `run`
    int rounds = 10;                     // at least
    int most_rounds = 30;                // while a pair is unclear
    double threshold = 0.05;
    double timeout = 3600;  // seconds, of one run
};

/// Runs base, new, new, base, … until every pair is clear or the rounds are used up; what came out slower is measured
/// again from the start and stays slower only if it is so again. Throws std::runtime_error where a binary gives no
/// results.
std::vector<comparison> compare_interleaved(const interleave_options&,
                                            const std::function<void(const std::string&)>& progress);

}  // namespace ndweave::harness
