#include "measure/worker.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <mutex>
#include <optional>

#include "app.hpp"
#include "machine/counters.hpp"
#include "measure/make_record.hpp"
#include "ndweave/device.hpp"
#include "ndweave/queue.hpp"
#include "ndweave/reports/compiler_report.hpp"
#include "ndweave/reports/kernel_log.hpp"
#include "ndweave/reports/variable_report.hpp"
#include "record/safe_json.hpp"
#include "statistics/stopping.hpp"

namespace ndweave::harness {

namespace {

void say(const json& line) {
    static std::mutex one_line_at_a_time;
    const std::lock_guard lock(one_line_at_a_time);
    const std::string text = dump_line(line) + "\n";
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = write(worker_answer_fd, text.data() + done, text.size() - done);
        if (written <= 0) std::_Exit(1);  // the parent is gone
        done += static_cast<std::size_t>(written);
    }
}

json error(const std::string& kind, const std::string& message) {
    return {{"error", {{"kind", kind}, {"message", message}}}};
}

json facts_of(const device& d) {
    return {{"identifier", d.identifier()},
            {"backend", d.backend_name()},
            {"name", d.get_info<info::device::name>()},
            {"vendor", d.get_info<info::device::vendor>()},
            {"driver", d.get_info<info::device::driver_version>()},
            {"gpu", d.is_gpu()},
            {"compute_units", d.get_info<info::device::max_compute_units>()},
            {"global_memory", d.get_info<info::device::global_mem_size>()},
            {"local_memory", d.get_info<info::device::local_mem_size>()},
            {"work_group", d.get_info<info::device::max_work_group_size>()}};
}

json kernel_json(const kernel_log_entry& e) {
    json kernel = {
        {"kernel", e.kernel},     {"backend", e.backend}, {"strategy", e.strategy},        {"reason", e.reason},
        {"compiled", e.compiled}, {"cached", e.cached},   {"milliseconds", e.milliseconds}};
    if (!e.constants.empty()) kernel["constants"] = e.constants;
    kernel["work_group"] = std::vector<std::size_t>(e.work_group, e.work_group + e.dimensions);
    if (e.compiled) kernel["report"] = parse_json(e.report, "the kernel compiler's report");
    return kernel;
}

/// Reports progress to the parent at most ten times a second.
std::function<void(const std::string&, double)> reporter() {
    return [last = std::chrono::steady_clock::time_point()](const std::string& what, double fraction) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(100)) return;
        last = now;
        say({{"progress", what}, {"fraction", fraction}});
    };
}

apps::context context_of(const measurement& m) {
    apps::context context;
    context.backend = m.backend;
    context.size = m.size;
    context.params = apps::parameters(m.params);
    context.min_time = m.min_time;
    context.repeat = m.repeat;
    context.enough = stopping_rule(m.min_time);
    context.progress = reporter();
    return context;
}

std::string device_name(const measurement& m) {
    return m.backend == "cpu" ? m.backend : m.backend + ":" + std::to_string(m.device);
}

json run_app(const apps::application& app, const measurement& m) {
    const process_counters counters;
    apps::context context = context_of(m);
    const auto other =
        std::find_if(app.peers.begin(), app.peers.end(), [&](const apps::peer& p) { return p.backend == m.backend; });
    json reply;
    std::optional<queue> q;
    auto run = app.run;
    if (other != app.peers.end()) {
        run = other->run;
    } else {
        try {
            const device d(device_name(m));
            q.emplace(d);
        } catch (const ndweave::exception& e) {
            return error(e.code() == errc::invalid ? "usage" : "unavailable", e.what());
        }
        context.queue = &*q;
    }
    const std::vector<apps::result> results = run(context);
    const process_use use{0, 0, counters.read()};  // without the statistics below, which are the harness's work
    reply["records"] = json::array();
    for (const apps::result& r : results) {
        record measured = measured_record(m, r);
        measured.process = use;
        reply["records"].push_back(to_json(measured));
    }
    if (q) reply["device"] = facts_of(q->get_device());  // loads the kernel compiler, so not before the cold run
    return reply;
}

json measure(const measurement& m) {
    for (const apps::application* app : apps::all()) {
        if (app->name != m.app) continue;
        try {
            return run_app(*app, m);
        } catch (const apps::usage_error& e) {
            return error("usage", e.what());
        } catch (const apps::unavailable& e) {
            return error("unavailable", e.what());
        } catch (const std::exception& e) {
            return error("error", e.what());
        }
    }
    return error("usage", "unknown app '" + m.app + "'");
}

json devices_of(const std::string& backend) {
    json found = json::array();
    try {
        for (int index = 0; backend != "cpu" || index == 0; ++index) {
            found.push_back(facts_of(device(backend == "cpu" ? backend : backend + ":" + std::to_string(index))));
        }
    } catch (const ndweave::exception& e) {
        if (found.empty()) return error("unavailable", e.what());
    }
    json reply = {{"devices", found}};
    if (backend == "cpu") {
        const compiler_report c = kernel_compiler_report();
        reply["compiler"] = {{"path", c.path}, {"version", c.version}, {"problem", c.problem}};
    }
    return reply;
}

json variables() {
    json all = json::array();
    for (const variable_report& v : variable_reports()) {
        all.push_back({{"name", v.name}, {"value", v.value}, {"known", v.known}, {"problem", v.problem}});
    }
    return {{"variables", all}};
}

}  // namespace

int worker_main() {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const json task = parse_json(text, "request");
    if (task.contains("explain")) {
        set_kernel_log([](const kernel_log_entry& kernel) { say({{"kernel", kernel_json(kernel)}}); });
        say(measure(from_json<measurement>(task["explain"])));
    } else if (task.contains("measure")) {
        say(measure(from_json<measurement>(task["measure"])));
    } else {
        say(task.contains("variables") ? variables() : devices_of(task.at("devices")));
    }
    return 0;
}

}  // namespace ndweave::harness
