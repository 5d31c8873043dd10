#include <algorithm>

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
namespace cloverleaf {
namespace {

struct outcome {
    double seconds = 0;
    std::int64_t steps = 0;
    summary before{}, after{};
    clock_state clock{};
    partition::traffic exchanged;
};

outcome simulate(const context& run, const problem& p, bool snapshot, span_timer* span = nullptr) {
    queue& q = *run.queue;
    fields f(q, p, ranks_of(run));
    prepare(q, f);
    const two_steps recorded(q, f, p);
    outcome o;
    o.before = summarize(q, f);
    const common_stopwatch watch(f.world);
    if (span) span->begin(q);
    o.steps = run_to_end(q, f, p, recorded, [&](double fraction) {
        if (run.progress) run.progress("step", fraction);
    });
    if (span) span->end(q);
    o.seconds = watch.seconds();
    o.exchanged = watch.traffic();
    o.after = summarize(q, f);
    o.clock = read_clock(f);
    if (snapshot) write_picture(run.params.text("snapshot", ""), f, p);
    return o;
}

std::map<std::string, std::string> notes_of(const problem& p, const outcome& o) {
    const double cells = static_cast<double>(p.grid.x_cells) * static_cast<double>(p.grid.y_cells);
    return {{"cells", std::to_string(p.grid.x_cells) + " x " + std::to_string(p.grid.y_cells)},
            {"steps", std::to_string(o.steps)},
            {"time", exactly(o.clock.time)},
            {"last_step", exactly(o.clock.last)},
            {"volume", exactly(o.after.volume)},
            {"mass", exactly(o.after.mass)},
            {"internal_energy", exactly(o.after.internal_energy)},
            {"kinetic_energy", exactly(o.after.kinetic_energy)},
            {"cell_steps_per_second", exactly(cells * static_cast<double>(o.steps) / o.seconds)}};
}

std::vector<result> run_cloverleaf(const context& run) {
    const problem p = make_problem(run);
    check_snapshot(run);
    std::optional<double> expected = known_kinetic_energy(p);
    if (run.params.has("expect")) expected = run.params.real("expect", 0);
    outcome o;
    result r;
    r.kernel = "total";
    r.timing_scope = "device";
    problem beginning = p;
    beginning.end_step = std::min<std::int64_t>(p.end_step, 2);
    const stopwatch cold;
    simulate(run, beginning, false);
    r.first_seconds = end_cold_run(cold);
    do {
        o = simulate(run, p, run.params.has("snapshot"));
        r.samples.push_back(o.seconds);
        r.check = verify(o.before, o.after, expected, tolerances_of(p));
    } while (r.check.passed && !enough(run, r.samples));
    if (r.check.passed) {
        r.event_scope = "span";
        r.event_samples = span_samples(run, [&](span_timer& span) {
            const outcome again = simulate(run, p, false, &span);
            r.check = verify(again.before, again.after, expected, tolerances_of(p));
        });
    }
    r.fom = {"s", false, 0, statistic::median};
    const work done = work_of(p.grid, o.steps);
    r.bytes = done.bytes;
    r.flops = done.flops;
    r.notes = notes_of(p, o);
    note_traffic(r, o.exchanged);
    return {r};
}

}  // namespace
}  // namespace cloverleaf

extern const application cloverleaf_app{"cloverleaf",
                                        "compressible gas dynamics on a 2-D staggered grid",
                                        {"deck", "cells_x", "cells_y", "steps", "expect", "snapshot"},
                                        cloverleaf::run_cloverleaf,
                                        {},
                                        true};

}  // namespace ndweave::apps
