#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "app.hpp"
#include "device_array.hpp"
#include "fasten.hpp"
#include "meter.hpp"
#include "setup.hpp"

namespace ndweave::apps {
namespace minibude {

namespace {

constexpr std::array ppwi_values{1, 2, 4, 8, 16, 32, 64, 128};

using submit_function = void (*)(queue&, const problem&, std::size_t work_group);

template <int PosesPerItem>
void submit(queue& q, const problem& p, std::size_t work_group) {
    const std::size_t per_group = work_group * PosesPerItem;
    const std::size_t groups = (p.pose_count + per_group - 1) / per_group;
    kernel_properties licence;
    licence.fast_math = true;
    q.parallel_for<struct fasten_name>(nd_range<1>(groups * work_group, work_group), licence, fasten<PosesPerItem>{p});
}

template <std::size_t... I>
constexpr std::array<submit_function, sizeof...(I)> submitters(std::index_sequence<I...>) {
    return {&submit<ppwi_values[I]>...};
}

submit_function submitter_of(int ppwi) {
    static constexpr auto table = submitters(std::make_index_sequence<ppwi_values.size()>());
    return table[static_cast<std::size_t>(std::ranges::find(ppwi_values, ppwi) - ppwi_values.begin())];
}

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
std::vector<configuration> sweep(const context& run, const problem& p, const std::vector<int>& ppwi,
                                 const std::vector<int>& groups) {
    const std::size_t largest = run.queue->get_device().get_info<info::device::max_work_group_size>();
    std::vector<configuration> tried;
    for (const int items : ppwi) {
        for (const int group : groups) {
            if (static_cast<std::size_t>(group) > largest) continue;
            if (run.progress) {
                run.progress("ppwi " + std::to_string(items) + " wg " + std::to_string(group),
                             static_cast<double>(tried.size()) / static_cast<double>(ppwi.size() * groups.size()));
            }
            const auto once = [&] {
                const stopwatch watch;
                submitter_of(items)(*run.queue, p, static_cast<std::size_t>(group));
                run.queue->wait();
                return watch.seconds();
            };
            once();
            tried.push_back({items, group, once()});
        }
    }
    if (tried.empty()) {
        throw usage_error("parameter wg: the device takes work-groups of at most " + std::to_string(largest) +
                          " work-items");
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

std::vector<result> run_minibude(const context& run) {
    const bool small = run.size == "small", gpu = run.queue->get_device().is_gpu();
    const auto ppwi = numbers(run, "ppwi", small ? "1,2,4" : gpu ? "1,2,4,8,16,32,64,128" : "1,2,4,8,16", 128, true);
    const auto groups = numbers(run, "wg",
                                small ? "64"
                                : gpu ? "8,16,32,64,128,256,512"
                                      : "16,32,64,128,256",
                                1024, false);
    const deck d = make_deck(run);
    queue& q = *run.queue;

    const device_array<atom> protein(q, d.protein), ligand(q, d.ligand);
    std::vector<device_array<float>> poses;
    for (const std::vector<float>& coordinate : d.poses) poses.emplace_back(q, coordinate);
    const std::vector<float> poison(d.pose_count(), -1e30f);
    device_array<float> energies(q, poison);
    problem p{protein.get(),
              ligand.get(),
              static_cast<std::int32_t>(d.protein.size()),
              static_cast<std::int32_t>(d.ligand.size()),
              {},
              energies.get(),
              static_cast<std::uint32_t>(d.pose_count())};
    for (std::size_t c = 0; c < 6; ++c) p.poses[c] = poses[c].get();

    const stopwatch cold;
    submitter_of(ppwi.front())(q, p, static_cast<std::size_t>(groups.front()));
    q.wait();
    const double first = cold.seconds();

    const std::vector<configuration> tried = sweep(run, p, ppwi, groups);
    const configuration best = *std::ranges::min_element(tried, {}, &configuration::seconds);
    energies.assign(poison);
    std::vector<double> samples = sample(run, [&] {
        submitter_of(best.ppwi)(q, p, static_cast<std::size_t>(best.work_group));
        q.wait();
    });
    result r = make_result(d, best.ppwi, std::move(samples), energies.to_host(), reference_of(d, most_reference_poses));
    r.first_seconds = first;
    r.notes["ppwi"] = std::to_string(best.ppwi);
    r.notes["wg"] = std::to_string(best.work_group);
    r.notes["sweep"] = text_of(tried);
    return {r};
}

}  // namespace
}  // namespace minibude

extern const application minibude_app{"minibude",
                                      "docking energies of a ligand over many poses",
                                      {"deck", "ppwi", "wg", "poses"},
                                      minibude::run_minibude,
                                      {
                                          {"native", minibude::run_native},
#ifdef NDWEAVE_KOKKOS_PEER
                                          {"kokkos", minibude::run_kokkos},
#endif
                                      }};

}  // namespace ndweave::apps
