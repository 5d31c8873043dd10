#include <cstdint>
#include <stdexcept>

#include "app.hpp"
#include "kernels.hpp"
#include "meter.hpp"
#include "verify.hpp"

namespace ndweave::apps {
namespace lulesh {
namespace {

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

/// Steps until the end; the host looks at the control only now and then where that costs a wait.
step_control simulate(const context& run, const domain& d) {
    queue& q = *run.queue;
    const bool batched = q.get_device().is_gpu();
    const int batch = batched ? 16 : 1;
    while (true) {
        for (int i = 0; i < batch; ++i) submit_step(q, d, batched);
        const step_control c = d.control();
        // The constraints of the last step count, too: choose_step has yet to see them.
        if (c.finished == 2 || c.courant < 0) {
            throw std::runtime_error("lulesh: an element turned inside out or its viscosity ran away in time step " +
                                     std::to_string(c.cycle));
        }
        if (c.finished || c.time >= c.stop_time || c.cycle >= c.last_cycle) return c;
        if (run.progress) run.progress("time step " + std::to_string(c.cycle), c.time / c.stop_time);
    }
}

std::vector<result> run_lulesh(const context& run) {
    const settings s = make_settings(run);
    const mesh m(s.edge);
    domain d(*run.queue, m, make_regions(m.elements, s.regions, s.balance, s.cost));
    result r;
    r.kernel = "total";
    r.timing_scope = "device";
    step_control end{};
    do {
        d.reset(1e-2, s.last_cycle);
        const stopwatch watch;
        end = simulate(run, d);
        r.samples.push_back(watch.seconds());
        r.check = verify(run, s.edge, end.cycle, s.cut_short, d.energies());
    } while (r.check.passed && !enough(run, r.samples));
    const symmetry_report symmetry = symmetry_of(d.energies(), s.edge);
    const double zone_steps = static_cast<double>(m.elements) * end.cycle;
    r.first_seconds = r.samples.front();
    r.fom = {"kz/s", true, zone_steps * 1e-3, statistic::median};
    r.notes["edge"] = std::to_string(s.edge);
    r.notes["iterations"] = std::to_string(end.cycle);
    r.notes["origin_energy"] = std::to_string(d.energies()[0]);
    r.notes["grind_us_per_zone_and_cycle"] = std::to_string(r.samples.back() * 1e6 / zone_steps);
    r.notes["max_abs_diff"] = std::to_string(symmetry.largest_absolute);
    r.notes["total_abs_diff"] = std::to_string(symmetry.total_absolute);
    r.notes["max_rel_diff"] = std::to_string(symmetry.largest_relative);
    return {r};
}

}  // namespace
}  // namespace lulesh

extern const application lulesh_app{"lulesh",
                                    "Sedov blast by Lagrangian hydrodynamics on hexahedra",
                                    {"s", "i", "r", "b", "c", "expect"},
                                    lulesh::run_lulesh,
                                    {}};

}  // namespace ndweave::apps
