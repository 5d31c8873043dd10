#include "measure/run_app.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "app.hpp"
#include "machine/counters.hpp"
#include "measure/answers.hpp"
#include "measure/make_record.hpp"
#include "ndweave/device.hpp"
#include "ndweave/partition/placement.hpp"
#include "ndweave/queue.hpp"
#include "statistics/stopping.hpp"

namespace ndweave::harness {

namespace {

/// Reports progress to the parent at most ten times a second.
std::function<void(const std::string&, double)> reporter() {
    return [last = std::chrono::steady_clock::time_point()](const std::string& what, double fraction) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(100)) return;
        last = now;
        say({{"progress", what}, {"fraction", fraction}});
    };
}

/// All ranks go on as long as the first one wants to.
std::function<bool(const std::vector<double>&)> common_rule(std::function<bool(const std::vector<double>&)> rule,
                                                            partition::communicator& ranks) {
    return [rule = std::move(rule), &ranks](const std::vector<double>& samples) {
        std::uint8_t enough = ranks.rank() == 0 && rule(samples);
        ranks.broadcast(&enough, sizeof enough, 0);
        return enough != 0;
    };
}

apps::context context_of(const measurement& m, turn_taker* turns, partition::communicator* ranks) {
    apps::context context;
    context.backend = m.backend;
    context.size = m.size;
    context.params = apps::parameters(m.params);
    context.min_time = m.min_time;
    context.repeat = m.repeat;
    context.enough = stopping_rule(m.min_time);
    if (turns) {
        context.after_sample = [turns](const std::vector<double>& samples, std::size_t planned) {
            turns->after_sample(samples, planned);
        };
        context.enough = [turns, rule = stopping_rule(m.min_time)](const std::vector<double>& samples) mutable {
            return rule(samples, turns->after_sample(samples, 0));
        };
    }
    if (!ranks || ranks->rank() == 0) context.progress = reporter();
    if (ranks) {
        context.ranks = ranks;
        context.enough = common_rule(context.enough, *ranks);
    }
    return context;
}

std::string device_name(const measurement& m) {
    return m.backend == "cpu" ? m.backend : m.backend + ":" + std::to_string(m.device);
}

json run(const apps::application& app, const measurement& m, turn_taker* turns, partition::communicator* ranks) {
    const process_counters counters;
    apps::context context = context_of(m, turns, ranks);
    const auto other =
        std::find_if(app.peers.begin(), app.peers.end(), [&](const apps::peer& p) { return p.backend == m.backend; });
    json reply;
    std::optional<queue> q;
    auto run = app.run;
    if (other != app.peers.end()) {
        run = other->run;
    } else {
        try {
            q.emplace(ranks ? partition::device_of(*ranks, m.backend, m.share_devices) : device(device_name(m)));
        } catch (const ndweave::exception& e) {
            const bool usage = e.code() == errc::invalid && !ranks;  // with ranks: what this machine has too few of
            return error_answer(usage ? "usage" : "unavailable", e.what());
        }
        context.queue = &*q;
    }
    const std::vector<apps::result> results = run(context);
    const process_use use{0, 0, counters.read()};  // without the statistics below, which are the harness's work
    reply["records"] = json::array();
    std::vector<std::vector<std::size_t>> turns_of_rows(results.size());
    if (turns) {
        std::vector<std::vector<double>> samples;
        for (const apps::result& r : results) samples.push_back(r.samples);
        turns_of_rows = turns->turns_of(samples);
    }
    for (std::size_t row = 0; row < results.size(); ++row) {
        const apps::result& r = results[row];
        record measured = measured_record(m, r);
        measured.process = use;
        if (!turns_of_rows[row].empty() && has_figure(measured)) measured.turns = turns_of_rows[row];
        reply["records"].push_back(to_json(measured));
    }
    if (q) reply["device"] = device_facts(q->get_device());  // loads the kernel compiler, so not before the cold run
    return reply;
}

}  // namespace

json run_app(const measurement& m, turn_taker* turns, partition::communicator* ranks) {
    for (const apps::application* app : apps::all()) {
        if (app->name != m.app) continue;
        try {
            return run(*app, m, turns, ranks);
        } catch (const apps::usage_error& e) {
            return error_answer("usage", e.what());
        } catch (const apps::unavailable& e) {
            return error_answer("unavailable", e.what());
        } catch (const std::exception& e) {
            return error_answer("error", e.what());
        }
    }
    return error_answer("usage", "unknown app '" + m.app + "'");
}

json device_facts(const device& d) {
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

}  // namespace ndweave::harness
