/// Exit statuses of the harness. Where several apply, run() reports the first of: usage, invalid, crashed,
/// unavailable; compare adds regression before and unclear after them.
#pragma once

#include <vector>

#include "compare/comparison.hpp"
#include "record/record.hpp"

namespace ndweave::harness {

enum exit_code : int {
    exit_ok = 0,
    exit_regression = 1,
    exit_usage = 2,
    exit_invalid = 3,       // failed verification
    exit_crashed = 4,       // crash, error or timeout of a measurement
    exit_unavailable = 5,   // a backend that was asked for is not here
    exit_unclear = 6,       // too noisy to say
    exit_interrupted = 128  // plus the number of the signal, as in shells
};

/// Of a run.
exit_code exit_code_of(const std::vector<record>&);

/// Of a comparison, for CI: regression, then failed verification or crash of the new side, then unclear or missing,
/// then ok; usage where there is no pair at all.
exit_code exit_code_of(const std::vector<comparison>&);

}  // namespace ndweave::harness
