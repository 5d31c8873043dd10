/// Many random cases in worker processes: one that crashes or hangs ends its worker, not the campaign.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ndweave::compiler::testing {

enum class verdict {
    right,
    refused,  // with an error that says what the kernel asks for and cannot have
    wrong,
    failed,  // with any other error
    crashed,
    hung
};

const char* name_of(verdict);

struct case_result {
    std::uint64_t seed = 0;
    verdict what = verdict::right;
    std::string detail;  // one line; empty for right ones
};

struct campaign_options {
    std::uint64_t first_seed = 20'261'122;
    std::uint64_t cases = 1000;       // at most
    double minutes = 0;               // 0: until all cases have run
    unsigned jobs = 1;                // worker processes
    unsigned seconds_per_case = 120;  // a worker that needs more hangs
};

/// What a worker does. Both run in forked processes only: the campaign itself touches no driver.
struct campaign_work {
    std::function<std::string()> prepare;  // once; names what is tested, throws where it is not there
    std::function<case_result(std::uint64_t seed)> check;
};

/// Tells every result, in any order; a worker is replaced after a case that was not right, whose process may be spoilt.
/// Returns what prepare() said. Throws std::runtime_error with prepare()'s message, where it fails.
std::string run_campaign(const campaign_options&, const campaign_work&, const std::function<void(const case_result&)>&);

}  // namespace ndweave::compiler::testing
