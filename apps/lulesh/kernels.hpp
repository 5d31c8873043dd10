/// One time step in a handful of launches: time step, forces, nodes, kinematics, then one launch a class of regions for
/// viscosity, equation of state and the next step's constraints. (LLNL-TR-490254, sections 1.4 to 1.6.)
#pragma once

#include <ndweave/ndweave.hpp>

#include "domain.hpp"
#include "equation_of_state.hpp"

namespace ndweave::apps::lulesh {

/// True where the launch has nothing left to do. Batches are submitted without waiting for the host to see the end.
inline bool is_over(const domain_view& d, bool batched) { return batched && d.control->finished != 0; }

/// Chooses the step from the last constraints: it grows by at most a fifth, not at all for less than a tenth, and the
/// last two steps share what is left of the time.
inline void choose_step(queue& q, const domain_view& d) {
    step_control* control = d.control;
    q.single_task<struct choose_step_name>([=] {
        step_control c = *control;
        if (c.courant < 0 || c.hydro < 0)
            c.finished = 2;
        else if (c.time >= c.stop_time || c.cycle >= c.last_cycle)
            c.finished = 1;
        if (c.finished == 0) {
            if (c.cycle != 0) {
                double wanted = 1e20;
                if (c.courant < wanted) wanted = c.courant / 2;
                if (c.hydro < wanted) wanted = c.hydro * 2 / 3;
                const double ratio = wanted / c.step;
                if (ratio >= 1) wanted = ratio < 1.1 ? c.step : ratio > 1.2 ? c.step * 1.2 : wanted;
                c.step = wanted > 1e-2 ? 1e-2 : wanted;
            }
            double left = c.stop_time - c.time;
            if (left > c.step && left < 4 * c.step / 3) left = 2 * c.step / 3;
            if (left < c.step) c.step = left;
            c.time += c.step;
            ++c.cycle;
            c.courant = 1e20;
            c.hydro = 1e20;
        }
        *control = c;
    });
}

/// Forces of every element on its corners: pressure and hourglass damping.
inline void corner_forces(queue& q, const domain_view& d, bool batched) {
    q.parallel_for<struct corner_forces_name>(range<1>(static_cast<std::size_t>(d.elements)), [=](id<1> i) {
        if (is_over(d, batched)) return;
        const auto e = static_cast<std::int32_t>(i[0]);
        corners p, v, force;
        d.gather(e, d.position, p);
        corner_normals(p, force);
        const double stress = d.pressure[e] + d.viscosity[e];
        for (vec3& f : force) f = stress * f;
        d.gather(e, d.velocity, v);
        const double element_volume = d.initial_volume[e] * d.volume[e];
        add_hourglass_forces(p, v, element_volume, -0.03 * d.sound[e] * d.element_mass[e] / std::cbrt(element_volume),
                             force);
        for (int c = 0; c < 8; ++c) d.corner_force.set(static_cast<std::size_t>(c * d.elements + e), force[c]);
    });
}

/// Sums the forces on every node and moves it.
inline void move_nodes(queue& q, const domain_view& d, bool batched) {
    q.parallel_for<struct move_nodes_name>(range<1>(static_cast<std::size_t>(d.nodes)), [=](id<1> i) {
        if (is_over(d, batched)) return;
        const auto n = static_cast<std::int32_t>(i[0]);
        vec3 force{0, 0, 0};
        for (int c = 0; c < 8; ++c) force += d.corner_force[static_cast<std::size_t>(d.node_corner[c * d.nodes + n])];
        const double step = d.control->step, mass = d.node_mass[n];
        const std::uint8_t planes = d.symmetry[n];
        const vec3 acceleration{(planes & 1) != 0 ? 0 : force.x / mass, (planes & 2) != 0 ? 0 : force.y / mass,
                                (planes & 4) != 0 ? 0 : force.z / mass};
        const auto cut = [](double u) { return std::fabs(u) < 1e-7 ? 0.0 : u; };
        vec3 v = d.velocity[static_cast<std::size_t>(n)] + step * acceleration;
        v = {cut(v.x), cut(v.y), cut(v.z)};
        d.velocity.set(static_cast<std::size_t>(n), v);
        d.position.set(static_cast<std::size_t>(n), d.position[static_cast<std::size_t>(n)] + step * v);
    });
}

/// Volumes, strain rate, and the velocity gradients for the viscosity.
inline void kinematics(queue& q, const domain_view& d, bool batched) {
    q.parallel_for<struct kinematics_name>(range<1>(static_cast<std::size_t>(d.elements)), [=](id<1> i) {
        if (is_over(d, batched)) return;
        constexpr double tiny = 1e-36;
        const auto e = static_cast<std::int32_t>(i[0]);
        corners p, v;
        d.gather(e, d.position, p);
        d.gather(e, d.velocity, v);

        const double now = volume(p), relative = now / d.initial_volume[e];
        d.new_volume[e] = relative;
        d.change[e] = relative - d.volume[e];
        d.length[e] = characteristic_length(p, now);

        // Means of the faces' differences: along eta, xi and zeta.
        const auto mean = [](const corners& a, int a0, int a1, int a2, int a3, int b0, int b1, int b2, int b3) {
            return 0.25 * ((a[a0] + a[a1] + a[a2] + a[a3]) - (a[b0] + a[b1] + a[b2] + a[b3]));
        };
        const vec3 xi = mean(p, 1, 2, 6, 5, 0, 3, 7, 4), eta = mean(p, 3, 2, 6, 7, 0, 1, 5, 4),
                   zeta = mean(p, 4, 5, 6, 7, 0, 1, 2, 3);
        const vec3 vxi = mean(v, 1, 2, 6, 5, 0, 3, 7, 4), veta = mean(v, 3, 2, 6, 7, 0, 1, 5, 4),
                   vzeta = mean(v, 4, 5, 6, 7, 0, 1, 2, 3);
        const double full = d.initial_volume[e] * relative, norm = 1 / (full + tiny);
        const auto along = [&](vec3 area, vec3 difference, int direction) {
            d.extent[direction][e] = full / std::sqrt(dot(area, area) + tiny);
            d.gradient[direction][e] = norm * dot(area, difference);
        };
        along(cross(eta, zeta), vxi, 0);
        along(cross(zeta, xi), veta, 1);
        along(cross(xi, eta), vzeta, 2);

        // Strain rate at the middle of the step.
        const double half = 0.5 * d.control->step;
        for (int c = 0; c < 8; ++c) p[c] = p[c] - half * v[c];
        vec3 b[4];
        const double inverse = 1 / shape_derivatives(p, b);
        const vec3 d06 = v[0] - v[6], d17 = v[1] - v[7], d24 = v[2] - v[4], d35 = v[3] - v[5];
        d.rate[e] = inverse * (dot(b[0], d06) + dot(b[1], d17) + dot(b[2], d24) + dot(b[3], d35));
    });
}

/// Limited slope of the velocity along one direction: 1 where it is smooth, 0 at an extremum.
inline double limiter(const domain_view& d, std::int32_t e, int direction) {
    constexpr double tiny = 1e-36, largest_slope = 1, factor = 2;
    const double* gradient = d.gradient[direction];
    const double here = gradient[e], norm = 1 / (here + tiny);
    const auto side = [&](int s) {
        const std::uint8_t what = d.across[s][e];
        const double there = gradient[d.neighbour[s][e]];  // itself at a border: the mirror's value
        return norm * (what == open ? 0.0 : there);
    };
    const double lower = side(2 * direction), upper = side(2 * direction + 1);
    double phi = 0.5 * (lower + upper);
    phi = factor * lower < phi ? factor * lower : phi;
    phi = factor * upper < phi ? factor * upper : phi;
    phi = phi < 0 ? 0 : phi;
    return phi > largest_slope ? largest_slope : phi;
}

/// Monotonic artificial viscosity, equation of state and constraints of one class of regions.
inline void update_elements(queue& q, const domain_view& d, const domain::region_view& region, bool batched) {
    const std::int32_t* list = region.elements;
    const int repetitions = region.repetitions;
    // Repetitions stand for a dearer material. Each takes its start from the one before in a way that changes nothing
    // but that no compiler can know of, so that none can be left out.
    const double nothing = 0;
    q.parallel_for<struct update_elements_name>(
        range<1>(static_cast<std::size_t>(region.count)), reduction(&d.control->courant, minimum<double>()),
        reduction(&d.control->hydro, minimum<double>()), [=](id<1> i, auto& courant, auto& hydro) {
            if (is_over(d, batched)) return;
            const std::int32_t e = list[i[0]];
            const double relative = d.new_volume[e], change = d.change[e], rate = d.rate[e];

            double linear = 0, quadratic = 0;
            const double phi[3] = {limiter(d, e, 0), limiter(d, e, 1), limiter(d, e, 2)};
            for (int k = 0; k < 3; ++k) {
                const double u = d.gradient[k][e] * d.extent[k][e];
                const double closing = u > 0 ? 0 : u;
                linear += closing * (1 - phi[k]);
                quadratic += closing * closing * (1 - phi[k] * phi[k]);
            }
            const double density = d.element_mass[e] / (d.initial_volume[e] * relative);
            const bool expands = rate > 0;
            linear = expands ? 0 : -0.5 * density * linear;
            quadratic = expands ? 0 : 2.0 / 3.0 * density * quadratic;

            const double bounded = relative < material::least_volume     ? material::least_volume
                                   : relative > material::largest_volume ? material::largest_volume
                                                                         : relative;
            const thermodynamic_state old{d.energy[e], d.pressure[e], d.viscosity[e]};
            thermodynamic_state now = advance(old, bounded, change, linear, quadratic);
            for (int r = 1; r < repetitions; ++r) {
                const thermodynamic_state again{old.energy + nothing * now.energy, old.pressure, old.viscosity};
                now = advance(again, bounded, change, linear, quadratic);
            }
            const double sound = sound_speed(now.energy, now.pressure, 1 / bounded - 1, bounded);
            d.energy[e] = now.energy;
            d.pressure[e] = now.pressure;
            d.viscosity[e] = now.viscosity;
            d.sound[e] = sound;
            d.volume[e] = std::fabs(relative - 1) < 1e-10 ? 1 : relative;

            const double length = d.length[e];
            const double closing = rate < 0 ? 256 * length * length * rate * rate : 0;
            const bool moves = rate != 0;
            double least = moves ? length / std::sqrt(sound * sound + closing) : 1e20;
            // A tangled element or runaway viscosity ends the run: choose_step sees the sign.
            if (!(relative > 0) || quadratic > 1e12) least = -1;
            courant.combine(least);
            hydro.combine(moves ? 0.1 / (std::fabs(rate) + 1e-20) : 1e20);
        });
}

inline void submit_step(queue& q, const domain& d, bool batched) {
    const domain_view& v = d.view();
    choose_step(q, v);
    corner_forces(q, v, batched);
    move_nodes(q, v, batched);
    kinematics(q, v, batched);
    for (const domain::region_view& region : d.regions()) update_elements(q, v, region, batched);
}

}  // namespace ndweave::apps::lulesh
