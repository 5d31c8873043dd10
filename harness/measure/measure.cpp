#include "measure/measure.hpp"

#include <algorithm>

#include "app.hpp"
#include "machine/host.hpp"
#include "machine/nvml.hpp"
#include "measure/external.hpp"
#include "measure/plan.hpp"
#include "measure/row.hpp"
#include "measure/worker.hpp"

namespace ndweave::harness {

namespace {

/// The host's own identity, with the device's where work went to one that is not the host's CPU.
row_origin origin_of(const measurement& m, const json& device, const json& context) {
    const json& hardware = context["hardware"];
    if (device.is_null()) return {m.backend, context["hw_id"], context["env_id"]};
    const bool host = device.value("backend", "") == "cpu";
    json facts = {{"host", hardware}, {"device", device["name"]}, {"compute_units", device["compute_units"]}};
    // The host's memory as an OpenCL driver sees it changes with the kernel and the virtual machine.
    if (device["gpu"]) facts["global_memory"] = device["global_memory"];
    const json software = {{"host", context["environment"]}, {"driver", device["driver"]}};
    return {device["name"], host ? context["hw_id"].get<std::string>() : fingerprint(facts), fingerprint(software),
            device["driver"]};
}

std::string last_words(const std::string& messages) {
    std::string text = messages;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::size_t line = text.rfind('\n');
    return text.empty() ? "" : "; its last words: " + text.substr(line == std::string::npos ? 0 : line + 1);
}

json failure(const measurement& m, const row_origin& origin, const answer& a) {
    if (!a.child.good()) {
        const bool late = a.child.end == child_end::timed_out;
        return failed_row(m, origin, late ? "timeout" : "crashed", describe_failure(m, a));
    }
    if (!a.last.contains("error")) return failed_row(m, origin, "error", "the worker gave no answer");
    const std::string kind = a.last["error"]["kind"], message = a.last["error"]["message"];
    if (kind == "usage") throw apps::usage_error(m.app + ": " + message);
    if (kind == "unavailable") {
        return failed_row(m, origin, "unavailable", message);
    }
    return failed_row(m, origin, "error", message);
}

/// What drifts, at the host and at the GPU that the measurement runs on. Whether Kokkos runs on one is known to it
/// alone.
json moment_of(const measurement& m) {
    json facts = moment_facts();
    const bool nvidia = m.backend == "cuda" || m.backend == "native-cuda" || m.backend == "kokkos";
    if (const json gpu = nvidia ? gpu_moment(m.device) : json(); !gpu.is_null()) facts["gpu"] = gpu;
    return facts;
}

bool exists(const measurement& m) {
    const auto& runtime = runtime_backends();
    if (std::find(runtime.begin(), runtime.end(), m.backend) != runtime.end()) return true;
    for (const apps::application* app : apps::all()) {
        for (const apps::peer& p : app->peers) {
            if (app->name == m.app && p.backend == m.backend) return true;
        }
    }
    return false;
}

}  // namespace

std::string describe_failure(const measurement& m, const answer& a) {
    const bool late = a.child.end == child_end::timed_out;
    const std::string limit = std::to_string(static_cast<int>(m.timeout));
    return (late ? "no answer within " + limit + " s (--timeout)" : a.child.describe()) + last_words(a.child.messages);
}

std::vector<json> measure_rows(const measurement& m, const json& context,
                               const std::function<void(const std::string&)>& progress) {
    if (!m.command.empty()) return measure_external(m, context);
    const row_origin host = origin_of(m, json(), context);
    if (!exists(m)) {
        return {failed_row(m, host, "unavailable",
                           "no " + m.backend + " version of " + m.app + ": " + remedy_for_peer(m.backend))};
    }
    const json before = moment_of(m);
    const answer a = ask_to_measure(m, progress);
    const json after = moment_of(m);
    const bool answered = a.child.good() && a.last.contains("results");
    const row_origin origin = origin_of(m, a.last.is_object() ? a.last.value("device", json()) : json(), context);
    std::vector<json> rows;
    if (answered) {
        for (const json& r : a.last["results"]) rows.push_back(measured_row(m, origin, result_from(r)));
    }
    if (rows.empty()) rows.push_back(failure(m, origin, a));
    for (json& row : rows) {
        row["process"] = {{"seconds", a.child.seconds}, {"cpu_seconds", a.child.cpu_seconds}};
        if (answered) row["process"].update(a.last["counters"]);
        row["machine"] = {{"before", before}, {"after", after}};
    }
    return rows;
}

}  // namespace ndweave::harness
