#include "compiler/extract/tests/build_program.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ndweave::extract_test {
namespace {

std::string checked(const std::filesystem::path& directory, const std::string& command) {
    support::command_result result = run(directory, command);
    if (result.status != 0) throw std::runtime_error(command + "\nfailed:\n" + result.output);
    return std::move(result.output);
}

}  // namespace

support::command_result run(const std::filesystem::path& directory, const std::string& command) {
    return support::run_command("cd '" + directory.string() + "' && { " + command + "; } 2>&1");
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
