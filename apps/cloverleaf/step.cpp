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
    return D == direction::x ? x_flux_halo(f.grid, f.mass_flux.get()) : y_flux_halo(f.grid, f.mass_flux.get());
}

/// From `other`, where the Lagrangian phase left everything, over `now` and back.
template <direction One, direction Two>
void remap(queue& q, const fields& f) {
    const mesh& m = f.grid;
    const level a = f.other.view(), b = f.now.view();
    remap_cells<One, true>(q, f, a, b);
    update_halos(
        q, m,
        {cell_halo(m, b.density), cell_halo(m, b.energy), u_halo(m, a.u), v_halo(m, a.v), mass_flux_halo<One>(f)});
    remap_velocities<One, true>(q, f, b.density, a, b);
    remap_cells<Two, false>(q, f, b, a);
    update_halos(
        q, m,
        {cell_halo(m, a.density), cell_halo(m, a.energy), u_halo(m, b.u), v_halo(m, b.v), mass_flux_halo<Two>(f)});
    remap_velocities<Two, false>(q, f, a.density, b, a);
    update_halos(q, m, {u_halo(m, a.u), v_halo(m, a.v)});
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
    const mesh& m = f.grid;
    const level now = f.now.view();
    update_halos(q, m, {cell_halo(m, now.density), cell_halo(m, now.energy), u_halo(m, now.u), v_halo(m, now.v)});
}

void submit_step(queue& q, fields& f, const problem& p, bool x_first) {
    const mesh& m = f.grid;
    find_step(q, f);
    predict(q, f);
    update_halos(q, m, {cell_halo(m, f.pressure.get())});
    accelerate(q, f);
    correct(q, f);
    update_halos(q, m,
                 {cell_halo(m, f.other.density.get()), cell_halo(m, f.other.energy.get()),
                  x_flux_halo(m, f.x_flux.get()), y_flux_halo(m, f.y_flux.get())});
    if (x_first)
        remap<direction::x, direction::y>(q, f);
    else
        remap<direction::y, direction::x>(q, f);
    std::swap(f.now, f.other);
    advance_clock(q, f, p.rise, p.largest_step);
}

two_steps::two_steps(queue& q, fields& f, const problem& p) {
    if (!q.get_device().is_gpu()) return;
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
