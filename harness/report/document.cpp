#include "report/document.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <stdexcept>

#include "measure/host.hpp"
#include "report/files.hpp"
#include "report/journal.hpp"
#include "report/schema.hpp"

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

std::vector<json> rows_of_journal(const std::string& path) {
    std::vector<json> rows = read_journal(read_file(path, most_json_bytes), path);
    for (const json& row : rows) {
        if (const std::string wrong = row_violation(row); !wrong.empty()) throw std::runtime_error(path + ": " + wrong);
    }
    return rows;
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

std::string document(const json& context, const std::vector<json>& rows) {
    const json whole = {{"context", context}, {"benchmarks", rows}};
    return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

results read_results(const std::string& path) {
    if (path.ends_with(".jsonl")) return {json::object(), rows_of_journal(path)};
    json whole = read_json(path);
    if (!whole.is_object() || !whole.contains("benchmarks") || !whole["benchmarks"].is_array() ||
        !whole.contains("context") || !whole["context"].is_object()) {
        throw not_results(path + ": no results: it has no context and benchmarks");
    }
    if (!whole["context"].contains("schema_version")) {
        throw not_results(path + ": no results of this harness: its context has no schema_version");
    }
    const json version = whole["context"].value("schema_version", json());
    if (version != schema_version) {
        throw std::runtime_error(path + ": its schema version is " + version.dump() + ", this harness reads " +
                                 std::to_string(schema_version));
    }
    if (const std::string wrong = schema_violation(whole); !wrong.empty())
        throw std::runtime_error(path + ": " + wrong);
    return {whole["context"], whole["benchmarks"].get<std::vector<json>>()};
}

}  // namespace ndweave::harness
