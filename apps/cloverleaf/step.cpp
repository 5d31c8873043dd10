#include "step.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "halo.hpp"
#include "lagrange.hpp"
#include "remap.hpp"

namespace ndweave::apps::cloverleaf {
namespace {

template <direction D>
halo mass_flux_halo(const fields& f) {
    return D == direction::x ? x_flux_halo(f, f.mass_flux.get()) : y_flux_halo(f, f.mass_flux.get());
}

/// From `other`, where the Lagrangian phase left everything, over `now` and back.
template <direction One, direction Two>
void remap(queue& q, const fields& f) {
    const level a = f.other.view(), b = f.now.view();
    remap_cells<One, true>(q, f, a, b);
    update_halos(
        q, f,
        {cell_halo(f, b.density), cell_halo(f, b.energy), u_halo(f, a.u), v_halo(f, a.v), mass_flux_halo<One>(f)});
    remap_velocities<One, true>(q, f, b.density, a, b);
    remap_cells<Two, false>(q, f, b, a);
    update_halos(
        q, f,
        {cell_halo(f, a.density), cell_halo(f, a.energy), u_halo(f, b.u), v_halo(f, b.v), mass_flux_halo<Two>(f)});
    remap_velocities<Two, false>(q, f, a.density, b, a);
    update_halos(q, f, {u_halo(f, a.u), v_halo(f, a.v)});
}

void check(const clock_state& clock, const problem& p) {
    if (clock.smallest >= p.smallest_step) return;
    throw step_too_short("cloverleaf: a time step of " + std::to_string(clock.smallest) + " before time " +
                         std::to_string(clock.time) + " is below the least allowed, " +
                         std::to_string(p.smallest_step));
}

/// How many steps will surely begin at or before the end time.
std::int64_t certain_steps(double time, const problem& p) {
    const double rest = std::floor((p.end_time - time) / p.largest_step - 1e-9);
    return 1 + static_cast<std::int64_t>(std::clamp(rest, 0.0, static_cast<double>(p.end_step)));
}

}  // namespace

void prepare(queue& q, const fields& f) {
    const level now = f.now.view();
    update_halos(q, f, {cell_halo(f, now.density), cell_halo(f, now.energy), u_halo(f, now.u), v_halo(f, now.v)});
}

void submit_step(queue& q, fields& f, const problem& p, bool x_first) {
    find_step(q, f);
    f.step_reduction.submit(&f.clock.get()->next, 1, partition::combine::minimum);
    predict(q, f);
    update_halos(q, f, {cell_halo(f, f.pressure.get())});
    accelerate(q, f);
    correct(q, f);
    update_halos(q, f,
                 {cell_halo(f, f.other.density.get()), cell_halo(f, f.other.energy.get()),
                  x_flux_halo(f, f.x_flux.get()), y_flux_halo(f, f.y_flux.get())});
    if (x_first)
        remap<direction::x, direction::y>(q, f);
    else
        remap<direction::y, direction::x>(q, f);
    std::swap(f.now, f.other);
    advance_clock(q, f, p.rise, p.largest_step);
}

two_steps::two_steps(queue& q, fields& f, const problem& p) {
    if (!q.get_device().is_gpu() || f.world.size() > 1) return;
    command_graph recorded(q);
    recorded.begin_recording(q);
    submit_step(q, f, p, true);
    submit_step(q, f, p, false);
    recorded.end_recording();
    graph_.emplace(recorded.finalize());
}

bool two_steps::submit(queue& q) const {
    if (graph_) q.ext_oneapi_graph(*graph_);
    return graph_.has_value();
}

std::int64_t run_to_end(queue& q, fields& f, const problem& p, const two_steps& recorded,
                        const std::function<void(double)>& progress) {
    std::int64_t steps = 0;
    double time = 0;
    while (steps < p.end_step && time <= p.end_time) {
        const std::int64_t batch = std::min(p.end_step - steps, certain_steps(time, p));
        for (const std::int64_t end = steps + batch; steps < end;) {
            if (progress)
                progress(std::max(static_cast<double>(steps) / static_cast<double>(p.end_step), time / p.end_time));
            if (steps % 2 == 0 && steps + 2 <= end && recorded.submit(q))
                steps += 2;
            else
                submit_step(q, f, p, steps++ % 2 == 0);
        }
        const clock_state clock = read_clock(f);
        check(clock, p);
        time = clock.time + 1e-16;
    }
    return steps;
}

clock_state read_clock(const fields& f) { return f.clock.to_host().front(); }

}  // namespace ndweave::apps::cloverleaf
