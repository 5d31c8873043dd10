/// Builds and runs small programs with clang and the extraction plugin.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::extract_test {

/// Runs a shell command in `directory`; its output is what goes to stdout and stderr.
support::command_result run(const std::filesystem::path& directory, const std::string& command);

/// The compiler's command line with the plugin, C++20 and the ndweave headers.
std::string compiler();

/// A source file of tests/programs.
std::string program(const std::string& name);

std::string read_file(const std::filesystem::path& path);

/// One kernel that a program carries, as programs/describe.hpp prints it.
struct embedded_kernel {
    std::string label, name, hash, record_address;
    std::string bitcode;
};

/// Builds an executable of `sources` in `directory` and runs it; throws std::runtime_error with the tools' output if
/// either fails. The executable is left there as "program".
std::vector<embedded_kernel> build_and_run(const std::filesystem::path& directory, const std::string& options,
                                           const std::vector<std::string>& sources);

}  // namespace ndweave::extract_test
