#include "sweep.hpp"

#include <algorithm>
#include <charconv>

#include "meter.hpp"
#include "setup.hpp"

namespace ndweave::apps::minibude {
namespace {

/// A comma-separated list of whole numbers, each one of `allowed` where that is not empty.
std::vector<int> numbers(const context& run, const std::string& key, const std::string& fallback, int most,
                         bool powers) {
    std::vector<int> list;
    const std::string text = run.params.text(key, fallback);
    for (const char *at = text.data(), *end = at + text.size(); at <= end;) {
        int value = 0;
        const auto [stop, error] = std::from_chars(at, end, value);
        const bool power = value > 0 && (value & (value - 1)) == 0;
        if (error != std::errc{} || (stop != end && *stop != ',') || value < 1 || value > most || (powers && !power)) {
            throw usage_error("parameter " + key + ": '" + text + "' is not a list of " +
                              (powers ? "powers of two" : "whole numbers") + " from 1 to " + std::to_string(most) +
                              ", as in 1,2,4");
        }
        list.push_back(value);
        at = stop + 1;
    }
    return list;
}

struct configuration {
    int ppwi = 0, work_group = 0;
    double seconds = 0;
};

/// Times each configuration once after a warm-up; the fastest is measured properly afterwards.
std::vector<configuration> sweep(const context& run, docking& d, const std::vector<int>& ppwi,
                                 const std::vector<int>& groups) {
    std::vector<configuration> tried;
    for (const int items : ppwi) {
        for (const int group : groups) {
            if (group > d.largest_work_group(items)) continue;
            if (run.progress) {
                run.progress("ppwi " + std::to_string(items) + " wg " + std::to_string(group),
                             static_cast<double>(tried.size()) / static_cast<double>(ppwi.size() * groups.size()));
            }
            const auto once = [&] {
                const stopwatch watch;
                d.evaluate(items, group);
                return watch.seconds();
            };
            once();
            tried.push_back({items, group, once()});
        }
    }
    if (tried.empty()) {
        throw usage_error("parameter wg: the device takes work-groups of at most " +
                          std::to_string(d.largest_work_group(ppwi.front())) + " work-items");
    }
    return tried;
}

std::string text_of(const std::vector<configuration>& tried) {
    std::string text;
    for (const configuration& c : tried) {
        text += (text.empty() ? "" : "; ") + std::to_string(c.ppwi) + " x " + std::to_string(c.work_group) + ": " +
                std::to_string(c.seconds) + " s";
    }
    return text;
}

}  // namespace

std::vector<result> measure(const context& run, const deck& d, docking& where, int ppwi, int work_group) {
    timing times = sample(run, [&] { where.evaluate(ppwi, work_group); });
    times.event_samples = where.event_samples(run, ppwi, work_group);
    result r = make_result(d, ppwi, std::move(times), where.energies(), reference_of(d, max_reference_poses));
    r.notes["ppwi"] = std::to_string(ppwi);
    return {r};
}

std::vector<result> sweep_and_measure(const context& run, const deck& d, docking& where, bool gpu) {
    const bool small = run.size == "small";
    const auto ppwi = numbers(run, "ppwi", small ? "1,2,4" : "1,2,4,8,16,32,64,128", 128, true);
    const auto groups = numbers(run, "wg",
                                small ? "64"
                                : gpu ? "8,16,32,64,128,256,512"
                                      : "16,32,64,128,256",
                                1024, false);
    const stopwatch cold;
    where.evaluate(ppwi.front(), std::min(groups.front(), where.largest_work_group(ppwi.front())));
    const double first = end_cold_run(cold);

    const std::vector<configuration> tried = sweep(run, where, ppwi, groups);
    const configuration best = *std::ranges::min_element(tried, {}, &configuration::seconds);
    where.forget();
    std::vector<result> rows = measure(run, d, where, best.ppwi, best.work_group);
    for (result& r : rows) {
        r.first_seconds = first;
        r.notes["wg"] = std::to_string(best.work_group);
        r.notes["sweep"] = text_of(tried);
    }
    return rows;
}

}  // namespace ndweave::apps::minibude
