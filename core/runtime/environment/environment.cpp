#include "runtime/environment/environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <sstream>

#include "ndweave/exception.hpp"
#include "runtime/device/device_name.hpp"

namespace ndweave::detail {
namespace {

bool is_device(const std::string& value) { return parse_device_name(value).has_value(); }

bool is_switch(const std::string& value) { return value == "0" || value == "1"; }

bool is_captures_mode(const std::string& value) { return is_switch(value) || value == "eager"; }

bool is_absolute(const std::string& value) { return value.starts_with('/'); }

bool is_path_list(const std::string& value) {
    std::istringstream stream(value);
    for (std::string path; std::getline(stream, path, ':');) {
        if (!path.empty() && !is_absolute(path)) return false;
    }
    return true;
}

/// With ';' between them too, as in Kokkos' own variable.
bool is_library_list(const std::string& value) {
    std::string list = value;
    std::ranges::replace(list, ';', ':');
    return is_path_list(list);
}

template <class Number>
bool is_number(const std::string& value, Number min, Number max) {
    Number number{};
    const char* const end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), end, number);
    return error == std::errc() && rest == end && number >= min && number <= max;
}

bool is_strategy(const std::string& value) {
    return value == "auto" || value == "loop" || value == "cbs" || value == "fiber";
}

bool is_binding(const std::string& value) { return value == "none" || value == "cores"; }

bool is_anything(const std::string&) { return true; }

bool is_name_list(const std::string& value) {
    return value.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-,") == std::string::npos;
}

bool is_thread_count(const std::string& value) { return is_number<unsigned>(value, 1, UINT_MAX); }

bool is_share(const std::string& value) { return is_number<double>(value, 0, 1); }

bool is_size(const std::string& value) { return is_number<unsigned long long>(value, 0, ULLONG_MAX); }

using enum variable_reader;
using enum variable_trust;

constexpr environment_variable table[] = {
    {"NDWEAVE_DEVICE", library, anyone, is_device, "cpu, or cuda, hip, opencl or null with a number, as in cuda:0"},
    {"NDWEAVE_CPU", library, anyone, is_strategy, "auto, loop, cbs or fiber"},
    {"NDWEAVE_CPU_NAME", kernel_compiler, anyone, is_anything, "a processor of LLVM's"},  // which LLVM alone knows
    {"NDWEAVE_CPU_THREADS", library, anyone, is_thread_count, "the number of threads of a launch, 1 or more"},
    {"NDWEAVE_CPU_BIND", library, anyone, is_binding, "none or cores"},
    {"NDWEAVE_CHECK", library, anyone, is_switch, "0 or 1"},
    {"NDWEAVE_VALIDATE", library, anyone, is_share, "0, 1, or the share of launches between them, as in 0.01"},
    {"NDWEAVE_VALIDATE_LOG", library, own_user, is_absolute, "an absolute path of a file"},
    {"NDWEAVE_TRACE", library, own_user, is_absolute, "an absolute path of a file"},
    {"NDWEAVE_PERF", library, own_user, is_switch, "0 or 1"},
    {"NDWEAVE_TOOLS_LIBS", library, own_user, is_library_list,
     "absolute paths of libraries, with ':' or ';' between them"},
    {"NDWEAVE_COMPILE_AHEAD", library, anyone, is_switch, "0 or 1"},
    {"NDWEAVE_CONSTANT_CAPTURES", library, anyone, is_captures_mode, "0, 1 or eager"},
    {"NDWEAVE_PLUGIN_PATH", library, own_user, is_path_list, "absolute paths of folders, with ':' between them"},
    {"NDWEAVE_CACHE_DIR", kernel_compiler, own_user, is_absolute, "an absolute path of a folder"},
    {"NDWEAVE_CACHE_MIB", kernel_compiler, own_user, is_size, "a whole number of MiB, 0 or more"},
    {"NDWEAVE_RECORD_KERNELS", library, own_user, is_absolute, "an absolute path of a file"},
    {"NDWEAVE_DUMP_IR", kernel_compiler, own_user, is_absolute, "an absolute path of a folder"},
    {"NDWEAVE_DUMP_CODE", kernel_compiler, own_user, is_absolute, "an absolute path of a folder"},
    {"NDWEAVE_LEAVE_OUT_PASSES", kernel_compiler, own_user, is_name_list, "names of passes, with commas between them"},
    {"NDWEAVE_CUDA_PATH", kernel_compiler, own_user, is_absolute,
     "an absolute path of a CUDA toolkit, of its folder of libdevice or of libdevice.10.bc"},
    {"NDWEAVE_HIP_LIBRARY", plugin, own_user, is_absolute, "an absolute path of a libamdhip64.so"},
    {"NDWEAVE_OPENCL_SVM", plugin, anyone, is_switch, "0 or 1"},
};

void require_allowed(const environment_variable& variable, const std::string& value) {
    if (value.empty() || is_ignored(variable) || variable.allows(value)) return;
    throw exception(errc::invalid, std::string(variable.name) + " is '" + value + "': it must be " + variable.allowed);
}

}  // namespace

std::span<const environment_variable> environment_variables() { return table; }

const environment_variable* find_variable(std::string_view name) {
    const auto* const found = std::ranges::find(table, name, &environment_variable::name);
    return found == std::end(table) ? nullptr : found;
}

bool is_ignored(const environment_variable& variable) {
    return variable.trust == own_user && std::getenv(variable.name) && !::secure_getenv(variable.name);
}

std::string environment_value(const char* name) {
    const environment_variable& variable = *find_variable(name);
    const char* const value = std::getenv(name);
    if (!value || is_ignored(variable)) return {};
    require_allowed(variable, value);
    return value;
}

void check_environment() {
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        if (!text.starts_with("NDWEAVE_")) continue;
        const std::size_t end = text.find('=');
        const environment_variable* const variable = find_variable(text.substr(0, end));
        if (variable && end != text.npos) require_allowed(*variable, std::string(text.substr(end + 1)));
    }
}

}  // namespace ndweave::detail
