#include <numeric>

#include "event_time.hpp"
#include "kernels.hpp"
#include "meter.hpp"
#include "notes.hpp"
#include "ranks.hpp"
#include "relative_check.hpp"
#include "solve.hpp"
#include "work.hpp"

namespace ndweave::apps {
namespace tealeaf {
namespace {

struct outcome {
    double seconds = 0;
    double temperature = 0;                  // Σ mass·u
    double heat_before = 0, heat_after = 0;  // Σ volume·u: no flux leaves the box, so the scheme keeps it
    std::vector<std::int64_t> iterations;
    partition::traffic exchanged;
};

/// Σ volume·ρ·e, the heat.
double heat(const fields& f, const problem& p) { return weighted_sum(f, f.energy, p.grid.dx() * p.grid.dy()); }

outcome simulate(const context& run, const problem& p, span_timer* span = nullptr) {
    queue& q = *run.queue;
    fields f(q, p, ranks_of(run));
    outcome o;
    o.heat_before = heat(f, p);
    q.wait();
    const common_stopwatch watch(f.world);
    if (span) span->begin(q);
    std::int64_t expected = 0;
    for (std::int64_t step = 0; step < p.steps(); ++step) {
        if (run.progress) run.progress("step", static_cast<double>(step) / static_cast<double>(p.steps()));
        f.forget(q);
        f.exchange({f.energy.get()});
        begin_step(q, f);
        f.add_up(f.norms.get());
        f.exchange({f.residual.get(), f.solution.get()});
        const solve_report report = solve(q, f, p, expected);
        end_step(q, f);
        o.iterations.push_back(report.iterations);
        expected = report.iterations * 24 / 25;  // the next step needs a little less
    }
    if (span) span->end(q);
    q.wait();
    o.seconds = watch.seconds();
    o.exchanged = watch.traffic();
    o.temperature = weighted_sum(f, f.solution, p.grid.dx() * p.grid.dy());
    o.heat_after = heat(f, p);
    return o;
}

verification verify(const context& run, const problem& p, const outcome& o) {
    const std::optional<known_answer> answer = known(p);
    std::optional<double> temperature;
    if (answer) temperature = answer->temperature;
    if (run.params.has("expect")) temperature = run.params.real("expect", 0);
    if (!temperature)
        return check_relative("total heat, which the scheme conserves", o.heat_after, o.heat_before, 1e-9);
    if (answer && answer->cg_iterations && p.method == solver::cg && p.tolerance == 1e-15) {
        const auto all = std::accumulate(o.iterations.begin(), o.iterations.end(), std::int64_t{0});
        const verification v = check_relative("iterations of all steps", static_cast<double>(all),
                                              static_cast<double>(answer->cg_iterations), 0.02);
        if (!v.passed) return v;
    }
    return check_relative("summed temperature", o.temperature, *temperature, 1e-5);
}

std::string joined(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
    return text;
}

std::vector<result> run_tealeaf(const context& run) {
    const problem p = make_problem(run);
    outcome o;
    result r;
    r.kernel = name_of(p.method);
    r.timing_scope = "device";
    problem beginning = p;
    beginning.end_step = 1;
    const stopwatch cold;
    simulate(run, beginning);
    r.first_seconds = end_cold_run(cold);
    do {
        o = simulate(run, p);
        r.samples.push_back(o.seconds);
        r.check = verify(run, p, o);
    } while (r.check.passed && !enough(run, r.samples));
    if (r.check.passed) {
        r.event_scope = "span";
        r.event_samples = span_samples(run, [&](span_timer& span) { o = simulate(run, p, &span); });
        r.check = verify(run, p, o);
    }
    r.fom = {"s", false, 0, statistic::median};
    const work done = work_of(p, o.iterations);
    r.bytes = done.bytes;
    r.flops = done.flops;
    r.notes["cells"] = std::to_string(p.grid.x_cells) + " x " + std::to_string(p.grid.y_cells);
    r.notes["steps"] = std::to_string(p.steps());
    r.notes["iterations"] = joined(o.iterations);
    r.notes["temperature"] = exactly(o.temperature);
    note_traffic(r, o.exchanged);
    return {r};
}

}  // namespace
}  // namespace tealeaf

extern const application tealeaf_app{"tealeaf",
                                     "implicit heat conduction on a 2-D grid",
                                     {"deck", "solver", "cells", "steps", "expect"},
                                     tealeaf::run_tealeaf,
                                     {},
                                     true};

}  // namespace ndweave::apps
