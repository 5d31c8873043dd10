#include <cstdio>
#include <string_view>

#include "app.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "machine/counters.hpp"
#include "machine/host.hpp"
#include "machine/nvml.hpp"
#include "measure/ask.hpp"
#include "measure/plan.hpp"
#include "ndweave/reports/variable_report.hpp"
#include "text/suggest.hpp"

namespace ndweave::harness {

namespace {

void print_facts(const char* title, const json& facts) {
    std::printf("%s\n", title);
    for (const auto& [key, value] : facts.items()) {
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        if (!text.empty()) std::printf("  %-24s %s\n", key.c_str(), text.c_str());
    }
}

void print_compiler(const json& c) {
    const std::string problem = c["problem"];
    const std::string text =
        problem.empty() ? "ok       " + c["path"].get<std::string>() + " (LLVM " + c["version"].get<std::string>() + ")"
                        : "missing  " + problem;
    std::printf("  %-10s %s\n", "compiler", text.c_str());
}

/// True when the backend has a device.
bool print_backend(const std::string& backend) {
    const answer a = ask_for_devices(backend);
    if (a.last.is_object() && a.last.contains("devices")) {
        for (const json& d : a.last["devices"]) {
            std::printf("  %-10s ok       %s (%s, driver %s, %u units)\n", d["identifier"].get<std::string>().c_str(),
                        d["name"].get<std::string>().c_str(), d["vendor"].get<std::string>().c_str(),
                        d["driver"].get<std::string>().c_str(), d["compute_units"].get<unsigned>());
        }
        if (a.last.contains("compiler")) print_compiler(a.last["compiler"]);
        return true;
    }
    std::printf("  %-10s missing  %s\n", backend.c_str(), why_no_devices(a).c_str());
    return false;
}

/// Known variables with similar names.
std::string near_variables(const std::string& name) {
    constexpr std::size_t prefix = std::string_view("NDWEAVE_").size();
    std::string near;
    for (const std::string& other : variable_names()) {
        if (near_names(name.substr(prefix), {other.substr(prefix)}).empty()) continue;
        near += (near.empty() ? "; did you mean " : " or ") + other;
    }
    return near.empty() ? near : near + "?";
}

void print_variable(const json& v) {
    const std::string name = v["name"], value = v["value"], problem = v["problem"];
    const bool known = v["known"];
    const char* const state = value.empty() ? "empty" : problem.empty() ? "ok" : known ? "problem" : "unknown";
    const std::string text = value + (problem.empty() ? "" : ": " + problem) + (known ? "" : near_variables(name));
    std::printf("  %-24s %-8s %s\n", name.c_str(), state, text.c_str());
}

/// Each variable NDWEAVE_* that is set, and why it is not honoured.
void print_variables() {
    std::printf("variables\n");
    const answer a = ask_for_variables();
    if (a.last.is_object() && a.last.contains("variables")) {
        for (const json& v : a.last["variables"]) print_variable(v);
    } else {
        std::printf("  %s\n", a.child.describe().c_str());
    }
}

void print_peers() {
    std::printf("peers\n");
    for (const std::string& name : peer_names(apps::all())) {
        std::string where;
        for (const apps::application* app : apps::all()) {
            for (const apps::peer& p : app->peers) {
                if (p.backend == name && (!p.missing || p.missing().empty())) where += " " + app->name;
            }
        }
        const std::string text = where.empty() ? "missing  " + why_no_peer(apps::all(), name) : "ok      " + where;
        std::printf("  %-10s %s\n", name.c_str(), text.c_str());
    }
}

int examine(const std::string& backend) {
    if (!backend.empty()) {
        const auto& known = runtime_backends();
        if (std::find(known.begin(), known.end(), backend) == known.end()) {
            throw apps::usage_error(unknown_name("backend", backend, known));
        }
        return print_backend(backend) ? exit_ok : exit_unavailable;
    }
    const json hardware = hardware_facts(), environment = environment_facts();
    print_facts(("host " + fingerprint(hardware)).c_str(), hardware);
    print_facts(("environment " + fingerprint(environment)).c_str(), environment);
    json now = moment_facts();
    now["instructions"] = event_counter(counted::instructions).state();
    now["task clock, page faults"] = event_counter(counted::task_clock).state();
    if (const json gpu = gpu_moment(0); !gpu.is_null()) now["gpu"] = gpu;
    print_facts("now", now);
    print_facts("code", code_facts());
    print_variables();
    std::printf("devices\n");
    for (const std::string& name : runtime_backends()) print_backend(name);
    print_peers();
    return exit_ok;
}

}  // namespace

void add_doctor(CLI::App& program, command_action& action) {
    auto backend = std::make_shared<std::string>();
    CLI::App* command = program.add_subcommand("doctor", "What this machine has, and what is missing for a backend");
    command->add_option("--backend", *backend, "Only this backend; exit status 5 where it has no device");
    command->callback([&action, backend] { action = [backend] { return examine(*backend); }; });
}

}  // namespace ndweave::harness
