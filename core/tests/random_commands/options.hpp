/// The command line of ndweave-random-commands.
#pragma once

#include <string>
#include <vector>

#include "compiler/tests/random/campaign/campaign.hpp"

namespace ndweave::testing {

struct options {
    compiler::testing::campaign_options campaign;
    std::vector<std::string> devices;  // none: all that there are
    bool barriers = true;              // in kernels
    std::string json;                  // file; none: nothing is written
    bool print = false;                // the first seed's commands, instead of running any
    unsigned shrink_seconds = 20;      // longest time to leave out commands of the first seed that fails
};

extern const char* const usage;

/// Throws std::invalid_argument with what is wrong with the command line.
options parse_options(int argc, char** argv);

}  // namespace ndweave::testing
