/// Kinematics, artificial viscosity and equation of state of the elements (LLNL-TR-490254, 1.5.2 to 1.6).
#pragma once

#include "domain.hpp"
#include "equation_of_state.hpp"
#include "launch.hpp"

namespace ndweave::apps::lulesh {

/// Volumes, strain rate, and the velocity gradients for the viscosity.
inline void kinematics(const launcher& l, const domain_view& d) {
    l.for_each<struct kinematics_name>(d.elements, [=](auto batched, std::int32_t e) {
        if (batched && d.is_over()) return;
        constexpr double tiny = 1e-36;
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

/// Monotonic artificial viscosity, equation of state and constraints of one element, whose material is so dear that its
/// equation of state is evaluated `repetitions` times.
inline constraints update_element(const domain_view& d, std::int32_t e, int repetitions, double nothing) {
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

    const double bounded = relative < material::min_volume       ? material::min_volume
                           : relative > material::largest_volume ? material::largest_volume
                                                                 : relative;
    const thermodynamic_state old{d.energy[e], d.pressure[e], d.viscosity[e]};
    thermodynamic_state now = advance(old, bounded, change, linear, quadratic);
    // Repetitions stand for a dearer material. Each takes its start from the one before in a way that changes nothing
    // but that no compiler can know of, so that none can be left out.
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
    double least = moves ? length / std::sqrt(sound * sound + closing) : unbounded;
    // A tangled element or runaway viscosity ends the run: the next step sees the sign.
    if (!(relative > 0) || quadratic > 1e12) least = -1;
    return {least, moves ? 0.1 / (std::fabs(rate) + 1e-20) : unbounded};
}

/// All elements: on CPUs a launch for each class of regions, whose lanes repeat equally often; on GPUs one launch, the
/// dearest class first, so that the cheap ones fill the gaps that it leaves.
inline void update_elements(const launcher& l, const domain_view& d, const region_view& regions) {
    const double nothing = 0;
    if (l.gpu) {
        l.for_each_constraint<struct update_all_name>(d.elements, d.control, [=](auto batched, std::int32_t i) {
            if (batched && d.is_over()) return constraints{};
            return update_element(d, regions.elements[i], regions.repetitions_at(i), nothing);
        });
        return;
    }
    std::int32_t first = 0;
    for (const region_view::part& part : regions.parts) {
        const std::int32_t* list = regions.elements + first;
        const int repetitions = part.repetitions;
        if (part.end > first) {
            l.for_each_constraint<struct update_class_name>(part.end - first, d.control, [=](auto, std::int32_t i) {
                return update_element(d, list[i], repetitions, nothing);
            });
        }
        first = part.end;
    }
}

}  // namespace ndweave::apps::lulesh
