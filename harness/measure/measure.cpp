#include "measure/measure.hpp"

#include <algorithm>

#include "app.hpp"
#include "machine/host.hpp"
#include "machine/nvml.hpp"
#include "measure/ask.hpp"
#include "measure/external.hpp"
#include "measure/make_record.hpp"
#include "measure/plan.hpp"
#include "measure/ranks/launch.hpp"

namespace ndweave::harness {

namespace {

/// The host's own identity, with the device's where work went to one that is not the host's CPU.
record_origin origin_of(const measurement& m, const json& device, const json& context) {
    const json& hardware = context["hardware"];
    if (device.is_null()) return {m.backend, context["hw_id"], context["env_id"], std::nullopt};
    const bool host = device.value("backend", "") == "cpu";
    json facts = {{"host", hardware}, {"device", device["name"]}, {"compute_units", device["compute_units"]}};
    // The host's memory as an OpenCL driver sees it changes with the kernel and the virtual machine.
    if (device["gpu"]) facts["global_memory"] = device["global_memory"];
    const json software = {{"host", context["environment"]}, {"driver", device["driver"]}};
    record_origin origin{device["name"], host ? context["hw_id"].get<std::string>() : fingerprint(facts),
                         fingerprint(software), std::nullopt};
    if (const std::string driver = device["driver"]; !driver.empty()) origin.driver = driver;
    return origin;
}

std::string stderr_tail(const std::string& messages) {
    std::string text = messages;
    while (!text.empty() && (text.back() == '\n' || text.back() == '-')) text.pop_back();  // frames of mpirun's, too
    const std::size_t line = text.rfind('\n');
    return text.empty() ? "" : "; standard error ends with: " + text.substr(line == std::string::npos ? 0 : line + 1);
}

record failure(const measurement& m, const answer& a) {
    const bool told = a.last.is_object() && a.last.contains("error");  // a rank that fails takes the others with it
    if (!a.child.good() && !told) {
        const bool late = a.child.end == child_end::timed_out;
        return failed_record(m, late ? status::timeout : status::crashed, describe_failure(m, a));
    }
    if (!told) return failed_record(m, status::error, "the worker gave no answer");
    const std::string kind = a.last["error"]["kind"], message = a.last["error"]["message"];
    if (kind == "usage") throw apps::usage_error(m.app + ": " + message);
    return failed_record(m, kind == "unavailable" ? status::unavailable : status::error, message);
}

/// What drifts, at the host and at the GPU that the measurement runs on. Only Kokkos knows whether it uses one.
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

/// A row's part in an order, whatever ends it.
class participation {
public:
    explicit participation(const turn_place& place) : place_(place) {
        if (place_.order) place_.order->begin(place_.row);
    }
    participation(const participation&) = delete;
    participation& operator=(const participation&) = delete;
    ~participation() {
        if (place_.order) place_.order->end(place_.row);
    }

private:
    const turn_place& place_;
};

std::vector<record> from_origin(const record_origin& origin, std::vector<record> records) {
    for (record& r : records) r.origin = origin;
    return records;
}

}  // namespace

std::string describe_failure(const measurement& m, const answer& a) {
    const bool late = a.child.end == child_end::timed_out;
    const std::string limit = std::to_string(static_cast<int>(m.timeout));
    return (late ? "no answer within " + limit + " s (--timeout)" : a.child.describe()) + stderr_tail(a.child.messages);
}

bool can_take_turns(const measurement& m) { return m.command.empty() && m.ranks == 1 && exists(m); }

std::vector<record> measure_records(const measurement& m, const json& context, const turn_place& turn,
                                    const std::function<void(const std::string&)>& progress) {
    if (!m.command.empty()) return from_origin(origin_of(m, json(), context), measure_external(m));
    if (!exists(m)) {
        return from_origin(origin_of(m, json(), context), {failed_record(m, status::unavailable,
                                                                         "no " + m.backend + " version of " + m.app +
                                                                             ": " + remedy_for_peer(m.backend))});
    }
    if (const std::string why = m.ranks > 1 ? why_no_launcher(m) : ""; !why.empty())
        return from_origin(origin_of(m, json(), context), {failed_record(m, status::unavailable, why)});
    const participation in_turns(turn);
    const json before = moment_of(m);
    const answer a = ask_to_measure(m, turn, progress);
    const json after = moment_of(m);
    std::vector<record> records;
    if (a.child.good() && a.last.contains("records")) records = from_json<std::vector<record>>(a.last["records"]);
    if (records.empty()) records.push_back(failure(m, a));
    for (record& r : records) {
        if (!r.process) r.process.emplace();
        r.process->seconds = a.child.seconds;
        r.process->cpu_seconds = a.child.cpu_seconds;
        r.machine = {before, after};
        if (a.last.is_object() && a.last.contains("ranks")) {
            r.nodes = a.last["ranks"].at("nodes").get<int>();
            r.devices = a.last["ranks"].at("devices").get<int>();
        }
    }
    const json device = a.last.is_object() ? a.last.value("device", json()) : json();
    return from_origin(origin_of(m, device, context), std::move(records));
}

}  // namespace ndweave::harness
