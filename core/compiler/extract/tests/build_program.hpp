/// Builds and runs small programs with clang and the extraction plugin.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ndweave::extract_test {

/// A directory of its own, gone with the object.
class scratch_directory {
public:
    scratch_directory();
    ~scratch_directory();
    scratch_directory(const scratch_directory&) = delete;
    scratch_directory& operator=(const scratch_directory&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

struct command_result {
    int status;
    std::string output;  // stdout and stderr
};

/// Runs a shell command in `directory`.
command_result run(const std::filesystem::path& directory, const std::string& command);

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
