/// Manual pages in the language of man(7), of what the command line says of itself.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace ndweave::harness {

/// harness(1): the program, its commands and its exit codes. `version`: ndweave's.
std::string man_page(const CLI::App& program, const std::string& version);

/// harness-<command>(1).
std::string man_page(const CLI::App& program, const CLI::App& command, const std::string& version);

}  // namespace ndweave::harness
