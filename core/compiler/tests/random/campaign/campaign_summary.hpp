/// What became of a campaign's cases.
#pragma once

#include <array>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "campaign.hpp"

namespace ndweave::compiler::testing {

class campaign_summary {
public:
    explicit campaign_summary(const campaign_options& options) : options_(options) {}

    void add(const case_result&);

    std::size_t cases() const;
    bool empty() const { return cases() == 0; }

    /// Whether all cases were right or refused, and at least one was right.
    bool good() const { return bad_.empty() && count(verdict::right) != 0; }

    /// A few lines: numbers, and why cases were refused, with the first seed of each reason. `tested` is what
    /// run_campaign() returns.
    std::string text(const std::string& tested) const;

    /// The same as a JSON object, with every seed that was refused and every case that was neither right nor refused.
    std::string json(const std::string& tested) const;

private:
    std::size_t count(verdict what) const { return counts_[static_cast<std::size_t>(what)]; }
    double seconds() const;
    double per_second() const;

    const campaign_options& options_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::array<std::size_t, 6> counts_{};
    std::map<std::string, std::vector<std::uint64_t>> reasons_;  // with '#' for numbers: the seeds that were refused
    std::vector<case_result> bad_;
};

}  // namespace ndweave::compiler::testing
