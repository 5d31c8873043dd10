#include <cmath>
#include <cstdint>

#include "app.hpp"
#include "event_time.hpp"
#include "meter.hpp"
#include "notes.hpp"
#include "picture.hpp"
#include "ranks.hpp"
#include "snapshot.hpp"
#include "step.hpp"
#include "verify.hpp"
#include "work.hpp"

namespace ndweave::apps {
namespace lulesh {
namespace {

constexpr double stop_time = 1e-2;  // seconds

struct settings {
    int edge, regions, balance, cost;
    std::int32_t last_cycle;
    bool cut_short;
};

settings make_settings(const context& run) {
    const int standard = run.size == "small" ? 10 : run.size == "medium" ? 30 : run.size == "large" ? 60 : 100;
    constexpr std::int32_t no_limit = 9999999;
    settings s{};
    s.edge = static_cast<int>(run.params.integer("s", standard, 2, 400));
    s.last_cycle = static_cast<std::int32_t>(run.params.integer("i", no_limit, 1, no_limit));
    s.cut_short = s.last_cycle != no_limit;
    s.regions = static_cast<int>(run.params.integer("r", 11, 1, 1000));
    s.balance = static_cast<int>(run.params.integer("b", 1, 0, 10));
    s.cost = static_cast<int>(run.params.integer("c", 1, 0, 1000));
    return s;
}

/// What the last run did and how far its field is from symmetric, as the reference program prints it.
void describe(result& r, const settings& s, std::int32_t cycles, const std::vector<double>& energies) {
    const double zone_steps = std::pow(s.edge, 3) * cycles;
    const symmetry_report symmetry = symmetry_of(energies, s.edge);
    r.fom = {"kz/s", true, zone_steps * 1e-3, statistic::median};
    const std::string edge = std::to_string(s.edge);
    r.notes["edge"] = edge;
    r.notes["cells"] = edge + " x " + edge + " x " + edge;
    r.notes["iterations"] = std::to_string(cycles);
    r.notes["origin_energy"] = exactly(energies[0]);
    r.notes["grind_us_per_zone_and_cycle"] = exactly(r.samples.back() * 1e6 / zone_steps);
    r.notes["max_abs_diff"] = exactly(symmetry.largest_absolute);
    r.notes["total_abs_diff"] = exactly(symmetry.total_absolute);
    r.notes["max_rel_diff"] = exactly(symmetry.largest_relative);
}

std::vector<result> run_lulesh(const context& run) {
    const settings s = make_settings(run);
    partition::communicator& world = ranks_of(run);
    check_snapshot(run);
    const mesh m(s.edge, world);
    const auto elements = static_cast<std::size_t>(std::pow(s.edge, 3));
    const std::vector<region_class> regions = make_regions(elements, s.regions, s.balance, s.cost);
    domain d(*run.queue, m, own_regions(m, regions), world);
    result r;
    r.kernel = "total";
    r.timing_scope = "device";
    const auto progress = [&](const step_control& c) {
        if (run.progress) run.progress("time step " + std::to_string(c.cycle), c.time / c.stop_time);
    };
    const stopwatch cold;
    stepper steps(*run.queue, d);
    d.reset(stop_time, 1);
    steps.run(progress);
    r.first_seconds = end_cold_run(cold);
    step_control end{};
    partition::traffic exchanged;
    do {
        d.reset(stop_time, s.last_cycle);
        const common_stopwatch watch(world);
        end = steps.run(progress);
        r.samples.push_back(watch.seconds());
        exchanged = watch.traffic();
        r.check = verify(run, s.edge, end.cycle, s.cut_short, d.first_plane());
    } while (r.check.passed && !enough(run, r.samples));
    if (r.check.passed) {
        r.event_scope = "span";
        r.event_samples = span_samples(run, [&](span_timer& span) {
            d.reset(stop_time, s.last_cycle);
            span.begin(*run.queue);
            end = steps.run(progress);
            span.end(*run.queue);
        });
        r.check = verify(run, s.edge, end.cycle, s.cut_short, d.first_plane());
    }
    if (run.params.has("snapshot")) write_picture(run.params.text("snapshot", ""), d, m);
    const work done = work_of(s.edge, regions, end.cycle);
    r.bytes = done.bytes;
    r.flops = done.flops;
    describe(r, s, end.cycle, d.first_plane());
    note_traffic(r, exchanged);
    return {r};
}

}  // namespace
}  // namespace lulesh

extern const application lulesh_app{"lulesh",
                                    "Sedov blast by Lagrangian hydrodynamics on hexahedra",
                                    {"s", "i", "r", "b", "c", "expect", "snapshot"},
                                    lulesh::run_lulesh,
                                    {},
                                    true};

}  // namespace ndweave::apps
