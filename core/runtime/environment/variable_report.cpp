#include "ndweave/reports/variable_report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

#include "ndweave/device.hpp"
#include "ndweave/exception.hpp"
#include "runtime/device/registry.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/environment/validate_mode.hpp"
#include "runtime/kernel/kernel_compiler.hpp"

namespace ndweave {
namespace detail {
namespace {

namespace fs = std::filesystem;

/// Creates an empty file if there was none.
std::string problem_of_log(const std::string& path) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file < 0) return "it cannot be written: " + std::generic_category().message(errno);
    close(file);
    return {};
}

std::string problem_of_threads(const std::string& value) {
    const std::uint32_t max_threads = backend_devices("cpu").front()->limits().max_compute_units;
    if (std::stoul(value) <= max_threads) return {};
    return "launches have at most " + std::to_string(max_threads) + ", as many as oneTBB has";
}

std::string problem_of_plugin_path(const std::string& list) {
    std::string missing;
    std::istringstream stream(list);
    for (std::string folder; std::getline(stream, folder, ':');) {
        std::error_code error;
        if (!folder.empty() && !fs::is_directory(folder, error)) missing += (missing.empty() ? "" : ", ") + folder;
    }
    return missing.empty() ? "" : "there is no folder " + missing;
}

std::string problem_of_library(const std::string& path) {
    std::error_code error;
    if (fs::is_regular_file(path, error) && ::access(path.c_str(), R_OK) == 0) return {};
    return "there is no such file, or it cannot be read";
}

std::string problem_of_libraries(std::string list) {
    std::ranges::replace(list, ';', ':');
    std::istringstream stream(list);
    for (std::string path; std::getline(stream, path, ':');) {
        const std::string problem = path.empty() ? "" : problem_of_library(path);
        if (!problem.empty()) return path + ": " + problem;
    }
    return {};
}

template <class Try>
std::string problem_of(const Try& attempt) {
    try {
        attempt();
    } catch (const exception& e) {
        return e.what();
    }
    return {};
}

std::string problem_of_compilers(const char* name) {
    if (const std::string& problem = kernel_compiler_problem(); !problem.empty()) return problem;
    char* const problem = kernel_compiler().variable_problem(name);
    if (!problem) return {};
    std::string text = problem;
    kernel_compiler().free_error(problem);
    return text;
}

/// Problems of a permitted value.
std::string problem_in_use(const environment_variable& variable, const std::string& value) {
    if (variable.reader == variable_reader::kernel_compiler) return problem_of_compilers(variable.name);
    const std::string_view name = variable.name;
    if (name == "NDWEAVE_DEVICE") return problem_of([&] { find_device(value); });
    if (name == "NDWEAVE_CPU_THREADS") return problem_of_threads(value);
    if (name == "NDWEAVE_VALIDATE") return problem_of(validated_share);
    if (name == "NDWEAVE_VALIDATE_LOG" || name == "NDWEAVE_RECORD_KERNELS") return problem_of_log(value);
    if (name == "NDWEAVE_PLUGIN_PATH") return problem_of_plugin_path(value);
    if (name == "NDWEAVE_TOOLS_LIBS") return problem_of_libraries(value);
    if (name == "NDWEAVE_HIP_LIBRARY") return problem_of_library(value);
    return {};
}

std::string problem_with(const environment_variable& variable, const std::string& value) {
    if (value.empty()) return {};
    if (is_ignored(variable)) return "ignored, since the program has other rights than who started it (set-user-id)";
    if (!variable.allows(value)) return std::string("it must be ") + variable.allowed;
    return problem_in_use(variable, value);
}

}  // namespace
}  // namespace detail

std::vector<variable_report> variable_reports() {
    std::vector<variable_report> all;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string text = *entry;
        const std::size_t end = text.find('=');
        if (!text.starts_with("NDWEAVE_") || end == text.npos) continue;
        all.push_back({text.substr(0, end), text.substr(end + 1), false, {}});
    }
    for (variable_report& r : all) {
        const detail::environment_variable* const variable = detail::find_variable(r.name);
        r.known = variable != nullptr;
        r.problem = variable ? detail::problem_with(*variable, r.value) : "the library reads no such variable";
    }
    std::ranges::sort(all, {}, &variable_report::name);
    return all;
}

std::vector<std::string> variable_names() {
    std::vector<std::string> names;
    for (const detail::environment_variable& v : detail::environment_variables()) names.emplace_back(v.name);
    return names;
}

}  // namespace ndweave
