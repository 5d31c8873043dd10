/// Forces and motion of the nodes (LLNL-TR-490254, 1.5.1).
#pragma once

#include "domain.hpp"
#include "launch.hpp"

namespace ndweave::apps::lulesh {

/// Chooses the step alone; on GPUs corner_forces does it on the way.
inline void choose_step(queue& q, const domain_view& d) {
    q.single_task<struct choose_step_name>([=] { *d.control = next_step(*d.previous); });
}

/// Forces of every element on its corners: pressure and hourglass damping.
inline void corner_forces(const launcher& l, const domain_view& d) {
    l.for_each<struct corner_forces_name>(d.elements, [=](auto batched, std::int32_t e) {
        if constexpr (batched) {
            if (e == 0) *d.control = next_step(*d.previous);
            if (finished_after(*d.previous) != 0) return;
        }
        corners p, v, force;
        d.gather(e, d.position, p);
        corner_normals(p, force);
        const double stress = d.pressure[e] + d.viscosity[e];
        for (vec3& f : force) f = stress * f;
        d.gather(e, d.velocity, v);
        const double element_volume = d.initial_volume[e] * d.volume[e];
        add_hourglass_forces(p, v, element_volume, -0.03 * d.sound[e] * d.element_mass[e] / std::cbrt(element_volume),
                             force);
        for (int c = 0; c < 8; ++c) d.corner_force.set(static_cast<std::size_t>(c * d.corner_pitch + e), force[c]);
    });
}

/// Sums the forces on every node and moves it.
inline void move_nodes(const launcher& l, const domain_view& d) {
    l.for_each<struct move_nodes_name>(d.nodes, [=](auto batched, std::int32_t n) {
        if (batched && d.is_over()) return;
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

}  // namespace ndweave::apps::lulesh
