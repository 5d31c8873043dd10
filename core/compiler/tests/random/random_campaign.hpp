/// Many random kernels on all cores, in processes that may crash or hang: what fails is written down and made small,
/// and the campaign goes on.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "verdict.hpp"

namespace ndweave::compiler::testing {

struct campaign_options {
    std::chrono::seconds time{60};
    std::uint64_t first_seed = 0;
    std::uint64_t cases = ~std::uint64_t{0};  // at most
    unsigned jobs = 1;
    std::filesystem::path out;               // a folder that exists
    std::chrono::seconds case_limit{60};     // of one case
    std::chrono::seconds shrink_limit{180};  // of one failure
    unsigned most_shrunk = 100;
};

class random_campaign {
public:
    explicit random_campaign(campaign_options options);
    ~random_campaign();

    /// Writes `failures.jsonl` (a line for each), `<seed>.ll`, `<seed>.shrunk.ll` and `summary.json` to the folder.
    /// Returns how many cases were not right.
    std::uint64_t run();

private:
    using clock = std::chrono::steady_clock;
    class worker;
    struct failure {
        std::uint64_t seed;
        verdict found;
    };

    bool has_cases() const;
    void start_workers();
    void start_cases(std::uint64_t first, std::uint64_t end);
    void start_shrinking(const failure& of);
    void listen();
    void take_answers(worker& of);
    void take_end(worker& of);
    void count(std::uint64_t seed, verdict found);
    void write_summary() const;

    const campaign_options options_;
    const clock::time_point begin_, end_;
    std::uint64_t next_seed_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::uint64_t counts_[outcome_count] = {};
    std::vector<failure> failures_;
    std::size_t shrunk_ = 0;  // of the failures
};

}  // namespace ndweave::compiler::testing
