/// The command line of ndweave-random-launches.
#pragma once

#include <string>
#include <vector>

#include "compiler/tests/random/campaign/campaign.hpp"

namespace ndweave::testing {

struct options {
    compiler::testing::campaign_options campaign;
    std::string device = "cpu";
    std::vector<std::uint32_t> sub_group_sizes;  // none: the device's
    bool exact_products = false;                 // also where the device contracts nothing
    bool no_halves = false;                      // also where the device has them
    std::string json;                            // file; none: nothing is written
    bool print = false;                          // the first seed's kernel, instead of running any
    std::string kernel;                          // file with LLVM IR that is run in place of the first seed's kernel
    unsigned shrink_seconds = 0;                 // longest time to make it small; 0: is run
};

extern const char* const usage;

/// Throws std::invalid_argument with what is wrong with the command line.
options parse_options(int argc, char** argv);

}  // namespace ndweave::testing
