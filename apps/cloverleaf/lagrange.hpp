/// The Lagrangian phase: the mesh moves with the gas. Predictor and corrector, artificial viscosity, and the longest
/// step that is stable.
#pragma once

#include <bit>
#include <cmath>

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

inline constexpr double gamma_of_gas = 1.4;
inline constexpr double tiny = 1e-16;

/// Safety factors of the step: sound, velocities, divergence.
struct safety {
    static constexpr double sound = 0.7, velocity = 0.5, divergence = 0.7;
};

inline double ideal_gas_pressure(double density, double energy) { return (gamma_of_gas - 1) * density * energy; }

/// The step that the clock holds.
inline double step_of(const clock_state* clock) { return std::bit_cast<double>(clock->next); }

/// Values at the vertices of a cell.
struct corners {
    double low_left, low_right, high_left, high_right;

    corners(const double* field, std::ptrdiff_t at, std::ptrdiff_t pitch)
        : low_left(field[at]),
          low_right(field[at + 1]),
          high_left(field[at + pitch]),
          high_right(field[at + pitch + 1]) {}
    double left() const { return low_left + high_left; }
    double right() const { return low_right + high_right; }
    double low() const { return low_left + low_right; }
    double high() const { return high_left + high_right; }
};

/// A cell at the start of a step.
struct cell_state {
    corners u, v;
    double density, energy;
    double shock;  // see shock_term; the artificial viscosity is 2·density·shock

    cell_state(const mesh& m, const place& c, const level& now)
        : u(now.u, c.at, m.pitch),
          v(now.v, c.at, m.pitch),
          density(now.density[c.at]),
          energy(now.energy[c.at]),
          shock(shock_term(m, c, now)) {}

private:
    /// Wilkins' artificial viscosity: (the length across the shock · the compression rate)² where the gas is compressed
    /// along the pressure gradient, else 0.
    double shock_term(const mesh& m, const place& c, const level& now) const {
        const auto p = [&](std::ptrdiff_t at) { return ideal_gas_pressure(now.density[at], now.energy[at]); };
        const double px = (p(c.at + 1) - p(c.at - 1)) * m.x.centred[c.column];
        const double py = (p(c.at + m.pitch) - p(c.at - m.pitch)) * m.y.centred[c.row];
        const double per_x = m.x.inverse[c.column], per_y = m.y.inverse[c.row];
        const double stretch_x = u.right() - u.left(), stretch_y = v.high() - v.low();
        const double shear = 0.5 * ((u.high() - u.low()) * per_y + (v.right() - v.left()) * per_x);
        const double gradient2 = greater(px * px + py * py, tiny);
        const double rate_by_gradient2 =
            0.5 * (stretch_x * per_x * px * px + stretch_y * per_y * py * py) + shear * px * py;
        const double slope_x = greater(std::fabs(px), tiny), slope_y = greater(std::fabs(py), tiny);
        const double crossing_x = slope_x * per_x, crossing_y = slope_y * per_y;
        const double crossing2 = greater(crossing_x * crossing_x, crossing_y * crossing_y);
        const double divergence = m.x.width[c.column] * stretch_x + m.y.width[c.row] * stretch_y;
        // Not &&: a branch would keep the loop from being vectorized.
        return pick((rate_by_gradient2 <= 0) & (divergence < 0),
                    (slope_x * slope_x + slope_y * slope_y) * rate_by_gradient2 * rate_by_gradient2 /
                        (crossing2 * gradient2 * gradient2),
                    0.0);
    }
};

/// The clock's next step = the least of itself and what is stable in every cell. Writes no field, so that the loop of
/// the reduction is vectorized; computing the viscosity again in predict() is cheaper than a field of it.
inline void find_step(queue& q, const fields& f) {
    const mesh m = f.grid;
    const level now = f.now.view();
    q.parallel_for<struct find_step_name>(
        m.cells(), reduction(&f.clock.get()->next, minimum<std::uint64_t>()), [=](id<2> i, auto& shortest) {
            const place c(m, i);
            const cell_state s(m, c, now);
            const double dx = m.x.width[c.column], dy = m.y.width[c.row];
            const double per_x = m.x.inverse[c.column], per_y = m.y.inverse[c.row];
            const double wave = std::sqrt(gamma_of_gas * (gamma_of_gas - 1) * s.energy + 4 * s.shock);
            const double by_sound = greater(wave, tiny) * greater(per_x, per_y) * (1 / safety::sound);
            const double left = s.u.left() * dy, right = s.u.right() * dy, low = s.v.low() * dx, high = s.v.high() * dx;
            const double fastest =
                greater(greater(std::fabs(left), std::fabs(right)), greater(std::fabs(low), std::fabs(high)));
            const double closing = (left - right) + (low - high);
            const double by_flow =
                per_x * per_y * greater(fastest * (0.5 / safety::velocity), closing * (0.5 / safety::divergence));
            shortest.combine(std::bit_cast<std::uint64_t>(1 / greater(by_sound, by_flow)));
        });
}

/// pressure = ideal gas pressure at the half step + artificial viscosity.
inline void predict(queue& q, const fields& f) {
    const mesh m = f.grid;
    const level now = f.now.view();
    double* pressure = f.pressure.get();
    const clock_state* clock = f.clock.get();
    q.parallel_for<struct predict_name>(m.cells(), [=](id<2> i) {
        const place c(m, i);
        const cell_state s(m, c, now);
        const double volume = m.volume(c.column, c.row);
        const double growth =
            0.25 * step_of(clock) *
            (m.y.width[c.row] * (s.u.right() - s.u.left()) + m.x.width[c.column] * (s.v.high() - s.v.low()));
        const double viscosity = 2 * s.density * s.shock;
        const double work = (ideal_gas_pressure(s.density, s.energy) + viscosity) * growth / (s.density * volume);
        pressure[c.at] = ideal_gas_pressure(s.density * volume / (volume + growth), s.energy - work) + viscosity;
    });
}

/// Velocities of `other` = those of `now` after a step under the pressure.
inline void accelerate(queue& q, const fields& f) {
    const mesh m = f.grid;
    const level now = f.now.view(), next = f.other.view();
    const double* pressure = f.pressure.get();
    const clock_state* clock = f.clock.get();
    q.parallel_for<struct accelerate_name>(m.vertices(), [=](id<2> i) {
        const place v(m, i);
        const std::ptrdiff_t at = v.at, left = at - 1, low = at - m.pitch, low_left = low - 1;
        const double dx = m.x.width[v.column], dx_left = m.x.width[v.column - 1];
        const double dy = m.y.width[v.row], dy_low = m.y.width[v.row - 1];
        const double mass = dy * (now.density[at] * dx + now.density[left] * dx_left) +
                            dy_low * (now.density[low] * dx + now.density[low_left] * dx_left);
        const double step_by_mass = 2 * step_of(clock) / mass;
        const double p = pressure[at], p_left = pressure[left], p_low = pressure[low], p_low_left = pressure[low_left];
        next.u[at] = now.u[at] - step_by_mass * (dy * (p - p_left) + dy_low * (p_low - p_low_left));
        next.v[at] = now.v[at] - step_by_mass * (dx * (p - p_low) + dx_left * (p_left - p_low_left));
    });
}

/// The volume that sweeps over each face in the step, with the mean of old and new velocities; density and energy of
/// `other` = those of `now` after it. Runs one line beyond the cells, for the far faces; what it gives to the cells
/// there is for the halo update to replace.
inline void correct(queue& q, const fields& f) {
    const mesh m = f.grid;
    const level now = f.now.view(), next = f.other.view();
    const double* pressure = f.pressure.get();
    double *x_flux = f.x_flux.get(), *y_flux = f.y_flux.get();
    const clock_state* clock = f.clock.get();
    q.parallel_for<struct correct_name>(m.vertices(), [=](id<2> i) {
        const place c(m, i);
        const corners u0(now.u, c.at, m.pitch), u1(next.u, c.at, m.pitch);
        const corners v0(now.v, c.at, m.pitch), v1(next.v, c.at, m.pitch);
        const double quarter = 0.25 * step_of(clock);
        const double x_factor = quarter * m.y.width[c.row], y_factor = quarter * m.x.width[c.column];
        const double left = x_factor * (u0.left() + u1.left()), right = x_factor * (u0.right() + u1.right());
        const double low = y_factor * (v0.low() + v1.low()), high = y_factor * (v0.high() + v1.high());
        const double growth = right - left + high - low;
        const double volume = m.volume(c.column, c.row), density = now.density[c.at];
        next.density[c.at] = density * volume / (volume + growth);
        next.energy[c.at] = now.energy[c.at] - pressure[c.at] * growth / (density * volume);
        x_flux[c.at] = left;
        y_flux[c.at] = low;
    });
}

/// The step is done: time goes on, and the next step may be no longer than `rise` times this one.
inline void advance_clock(queue& q, const fields& f, double rise, double largest) {
    clock_state* clock = f.clock.get();
    q.single_task<struct advance_clock_name>([=] {
        const double step = step_of(clock);
        clock->time += step;
        clock->last = step;
        clock->smallest = lesser(clock->smallest, step);
        clock->next = std::bit_cast<std::uint64_t>(lesser(rise * step, largest));
    });
}

}  // namespace ndweave::apps::cloverleaf
