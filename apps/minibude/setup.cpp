#include "setup.hpp"

#include <algorithm>

#include "notes.hpp"

namespace ndweave::apps::minibude {
namespace {

std::size_t poses_of_size(const std::string& size) {
    if (size == "small") return 1024;
    if (size == "medium") return 8192;
    return 65536;
}

}  // namespace

deck make_deck(const context& run) {
    const auto poses = static_cast<std::size_t>(
        run.params.integer("poses", static_cast<std::int64_t>(poses_of_size(run.size)), 1, 1 << 26));
    if (run.params.has("deck")) return read_deck(run.params.text("deck", ""), poses);
    return generate_deck(poses);
}

double operations(const deck& d, int ppwi) {
    const auto ligand = static_cast<double>(d.ligand.size()), protein = static_cast<double>(d.protein.size());
    const double an_item = 27.0 * ppwi + ligand * (2 + 18.0 * ppwi + protein * (10 + 30.0 * ppwi)) + ppwi;
    return an_item * static_cast<double>(d.pose_count()) / ppwi;
}

double min_traffic(const deck& d) {
    const std::size_t atoms = d.ligand.size() + d.protein.size();
    return static_cast<double>(d.pose_count() * 7 * sizeof(float) + atoms * sizeof(atom));
}

result make_result(const deck& d, int ppwi, timing times, const std::vector<float>& energies,
                   const reference_energies& reference) {
    result r;
    r.kernel = "fasten";
    r.timing_scope = "device";
    r.bytes = min_traffic(d);
    r.flops = operations(d, ppwi);
    r.precision = "fp32";
    r.fom = {"GFLOP/s", true, r.flops * 1e-9, statistic::median};
    r.check = verify(energies, reference);
    const double best = *std::ranges::min_element(times.samples);
    const double pairs = static_cast<double>(d.pose_count() * d.ligand.size() * d.protein.size());
    r.notes["deck"] = d.origin;
    r.notes["poses"] = std::to_string(d.pose_count());
    r.notes["interactions_per_second"] = exactly(pairs / best);
    r.samples = std::move(times.samples);
    r.first_seconds = times.first_seconds;
    r.event_samples = std::move(times.event_samples);
    return r;
}

}  // namespace ndweave::apps::minibude
