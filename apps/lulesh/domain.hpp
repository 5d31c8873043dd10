/// The device's memory of a run, and views of it for kernels.
#pragma once

#include <cstdint>
#include <vector>

#include "device_array.hpp"
#include "hexahedron.hpp"
#include "mesh.hpp"

namespace ndweave::apps::lulesh {

/// Three arrays, one a component.
struct vectors {
    double *x, *y, *z;
    vec3 operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
    void set(std::size_t i, vec3 v) const {
        x[i] = v.x;
        y[i] = v.y;
        z[i] = v.z;
    }
};

/// What steers the time step; lives on the device, so that a step needs no answer from the host.
struct step_control {
    double time, step;      // seconds
    double courant, hydro;  // least constraints of the step before; negative: an element's volume or viscosity is bad
    double stop_time;
    std::int32_t cycle, last_cycle;
    std::int32_t finished;  // 1: time or cycles used up; 2: bad element
    std::int32_t unused;
};

/// Pointers, captured by kernels.
struct domain_view {
    std::int32_t elements, nodes;
    vectors position, velocity;  // per node
    const double* node_mass;
    const std::uint8_t* symmetry;
    const std::int32_t *corner_node, *node_corner;
    const std::int32_t* neighbour[6];
    const std::uint8_t* across[6];
    vectors corner_force;                   // per corner, one more that stays zero
    double *energy, *pressure, *viscosity;  // per element
    double *volume, *new_volume, *change;   // relative volumes and the step's change
    double *sound, *length, *rate;          // sound speed, characteristic length, volume change rate over volume
    double *gradient[3], *extent[3];        // velocity differences and lengths along xi, eta, zeta
    const double *initial_volume, *element_mass;
    step_control* control;

    void gather(std::int32_t e, const vectors& from, corners& to) const {
        for (int c = 0; c < 8; ++c) to[c] = from[static_cast<std::size_t>(corner_node[c * elements + e])];
    }
};

class domain {
public:
    domain(queue&, const mesh&, const std::vector<region_class>&);

    const domain_view& view() const { return view_; }
    struct region_view {
        int repetitions;
        std::int32_t count;
        const std::int32_t* elements;
    };
    const std::vector<region_view>& regions() const { return region_views_; }

    /// Sedov's start: all energy in the element at the origin. `stop_time` in seconds.
    void reset(double stop_time, std::int32_t last_cycle);
    step_control control() const;
    std::vector<double> energies() const { return scalars_[0].to_host(); }

private:
    queue& queue_;
    double edge_scale_;
    std::vector<double> x_, y_, z_, initial_volume_;
    std::vector<device_array<double>> vectors_, scalars_;
    std::vector<device_array<std::int32_t>> indices_;
    std::vector<device_array<std::uint8_t>> flags_;
    device_array<step_control> control_;
    std::vector<region_view> region_views_;
    domain_view view_{};
};

}  // namespace ndweave::apps::lulesh
