#include "machine/run_context.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "machine/host.hpp"
#include "record/schema.hpp"

namespace ndweave::harness {

namespace {

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &parts);
    return text;
}

std::string host_name() {
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return name;
}

/// argv of this process.
std::vector<std::string> own_arguments() {
    std::ifstream file("/proc/self/cmdline");
    std::vector<std::string> arguments;
    for (std::string word; std::getline(file, word, '\0');) arguments.push_back(word);
    return arguments;
}

}  // namespace

json run_context() {
    const std::vector<std::string> arguments = own_arguments();
    const json hardware = hardware_facts(), environment = environment_facts();
    return {{"schema_version", schema_version},
            {"date", now()},
            {"host_name", host_name()},
            {"executable", arguments.empty() ? "" : arguments[0]},
            {"arguments", arguments},
            {"num_cpus", hardware["cpus"]},
            {"library_build_type", environment["build_type"] == "Debug" ? "debug" : "release"},
            {"hw_id", fingerprint(hardware)},
            {"env_id", fingerprint(environment)},
            {"hardware", hardware},
            {"environment", environment},
            {"code", code_facts()},
            {"before", moment_facts()}};
}

}  // namespace ndweave::harness
