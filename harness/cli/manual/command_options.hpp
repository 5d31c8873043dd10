/// What the manual and the shells' completions tell of a command: its options, as CLI11 has them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ndweave::harness {

struct command_option {
    std::vector<std::string> names;  // "-o", "--output"; none of an argument without a name
    std::string value;               // what stands behind it: "TEXT", "INT:INT in [0 - 255]"; empty of a flag
    std::string description;
    bool required, repeated;
};

/// In the order in which they were added.
std::vector<command_option> options_of(const CLI::App& command);

/// Commands of `program` that its help lists.
std::vector<const CLI::App*> commands_of(const CLI::App& program);

}  // namespace ndweave::harness
