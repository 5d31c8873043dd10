#include "compiler/extract/tests/build_program.hpp"

#include <stdlib.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ndweave::extract_test {
namespace {

std::string checked(const std::filesystem::path& directory, const std::string& command) {
    command_result result = run(directory, command);
    if (result.status != 0) throw std::runtime_error(command + "\nfailed:\n" + result.output);
    return std::move(result.output);
}

}  // namespace

scratch_directory::scratch_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "ndweave-extract-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a scratch directory " + name);
    path_ = name;
}

scratch_directory::~scratch_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

command_result run(const std::filesystem::path& directory, const std::string& command) {
    FILE* pipe = popen(("cd '" + directory.string() + "' && { " + command + "; } 2>&1").c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot run " + command);
    command_result result{};
    std::array<char, 4096> buffer;
    while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe))
        result.output.append(buffer.data(), got);
    const int status = pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return result;
}

std::string compiler() {
    return EXTRACT_TEST_CXX " -std=c++20 -fuse-ld=lld-19 -fpass-plugin=" EXTRACT_TEST_PLUGIN " -I" EXTRACT_TEST_INCLUDE;
}

std::string program(const std::string& name) { return EXTRACT_TEST_PROGRAMS "/" + name; }

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<embedded_kernel> build_and_run(const std::filesystem::path& directory, const std::string& options,
                                           const std::vector<std::string>& sources) {
    // The library is not linked: nothing calls its builtins.
    std::string command = compiler() + " " + options + " -Wl,--unresolved-symbols=ignore-all -o program";
    for (const std::string& source : sources) command += " '" + source + "'";
    checked(directory, command);

    std::vector<embedded_kernel> kernels;
    std::istringstream lines(checked(directory, "./program"));
    for (embedded_kernel k; lines >> k.label >> k.name >> k.hash >> k.record_address;) {
        k.bitcode = read_file(directory / (k.label + ".bc"));
        kernels.push_back(k);
    }
    return kernels;
}

}  // namespace ndweave::extract_test
