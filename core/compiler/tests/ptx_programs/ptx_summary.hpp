/// What a campaign of random programs has found, counted by the smallest programs.
#pragma once

#include <map>

#include "compiler/tests/random/campaign/campaign.hpp"
#include "ptx_check.hpp"

namespace ndweave::compiler::testing {

class ptx_summary {
public:
    ptx_summary(const campaign_options& options, ptx_spelling spelling) : options_(options), spelling_(spelling) {}

    void add(std::uint64_t seed, const std::vector<ptx_finding>&, std::size_t programs);

    bool empty() const { return programs_ == 0; }
    bool good() const { return failing_ == 0 && !empty(); }

    /// `tested`: what run_campaign() returns.
    std::string text(const std::string& tested) const;
    std::string json(const std::string& tested) const;

private:
    struct tally {
        std::size_t times = 0;
        std::uint64_t seed = 0;  // of the first one
        std::string example;
    };

    const campaign_options& options_;
    ptx_spelling spelling_;
    std::size_t programs_ = 0, failing_ = 0;
    std::map<std::string, tally> found_;
};

}  // namespace ndweave::compiler::testing
