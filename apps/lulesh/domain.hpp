/// The device's memory of a run, and views of it for kernels.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "device_array.hpp"
#include "hexahedron.hpp"
#include "mesh.hpp"
#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/halo.hpp"
#include "step_control.hpp"

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

/// Pointers, captured by kernels.
struct domain_view {
    std::int32_t elements, nodes;  // own ones
    std::int32_t corner_pitch;     // of corner arrays: ghosts as well
    vectors position, velocity;    // per node
    const double* node_mass;
    const std::uint8_t* symmetry;
    const std::int32_t *corner_node, *node_corner;
    const std::int32_t* neighbour[6];
    const std::uint8_t* across[6];
    vectors corner_force;                   // per corner, ghosts' too, one more that stays zero
    double *energy, *pressure, *viscosity;  // per element
    double *volume, *new_volume, *change;   // relative volumes and the step's change
    double *sound, *length, *rate;          // sound speed, characteristic length, volume change rate over volume
    double *gradient[3], *extent[3];        // velocity differences (ghosts' too) and lengths along xi, eta, zeta
    const double *initial_volume, *element_mass;
    const step_control* previous;  // of the step before
    step_control* control;         // of this one

    bool is_over() const { return control->finished != 0; }
    void gather(std::int32_t e, const vectors& from, corners& to) const {
        for (int c = 0; c < 8; ++c) to[c] = from[static_cast<std::size_t>(corner_node[c * elements + e])];
    }
};

/// All elements, those of the dearest materials first, and where each class of regions ends among them.
struct region_view {
    static constexpr int max_parts = 3;  // see make_regions
    struct part {
        std::int32_t end;
        int repetitions;
    };
    const std::int32_t* elements;
    part parts[max_parts];

    int repetitions_at(std::int32_t i) const {
        return i < parts[0].end ? parts[0].repetitions : i < parts[1].end ? parts[1].repetitions : parts[2].repetitions;
    }
};

class domain {
public:
    domain(queue&, const mesh&, const std::vector<region_class>&, partition::communicator&);

    /// For step number `step` from 0: a step reads the control block of the one before and writes the other one, so
    /// that the kernel that chooses the step need not be a launch of its own.
    domain_view view(std::int64_t step) const;
    const region_view& regions() const { return regions_; }

    /// Sedov's start: all energy in the element at the origin. `stop_time` in seconds.
    void reset(double stop_time, std::int32_t last_cycle);
    /// After `steps` steps that `q` made. Waits.
    step_control control(queue& q, std::int64_t steps) const;
    std::vector<double> energies() const;
    /// Energies of the cube's plane at z = 0, of all ranks together.
    std::vector<double> first_plane() const;

    // With other ranks: their elements' forces and gradients become the ghosts', and bounds the least of all.
    void exchange_forces() const;
    void exchange_gradients() const;
    void combine_bounds(const domain_view&) const;
    bool is_divided() const { return neighbours_.has_value(); }

    /// Nodes' coordinates and elements' fields; the reference density is 1.
    struct state {
        std::vector<double> x, y, z, density, energy, pressure;
    };
    state snapshot() const;

private:
    std::vector<double> read(const double* field, std::size_t count) const;

    queue& queue_;
    partition::communicator& world_;
    int edge_;
    std::int32_t origin_;  // the element at the cube's origin, -1: another rank's
    double origin_volume_;
    std::vector<std::int64_t> in_cube_;  // of own elements
    std::vector<double> x_, y_, z_, initial_volume_;
    mutable std::optional<partition::halo<double, 1>> neighbours_;  // none where the rank has all
    mutable partition::device_reduction<double> bounds_;
    std::vector<device_array<double>> vectors_, scalars_;
    std::vector<device_array<std::int32_t>> indices_;
    std::vector<device_array<std::uint8_t>> flags_;
    device_array<step_control> control_;
    region_view regions_{};
    domain_view view_{};
};

}  // namespace ndweave::apps::lulesh
