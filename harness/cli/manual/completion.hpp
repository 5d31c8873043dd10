/// Completions of the shells: commands, options, and words that an option takes; files for all others.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace ndweave::harness {

/// Words by the option that takes them: {"--size", {"small", …}}.
using words_by_option = std::map<std::string, std::vector<std::string>>;

/// For bash(1): to be sourced, or a file of share/bash-completion/completions.
std::string bash_completion(const CLI::App& program, const words_by_option& words);

/// For zsh(1): _harness, in a folder of $fpath.
std::string zsh_completion(const CLI::App& program, const words_by_option& words);

}  // namespace ndweave::harness
