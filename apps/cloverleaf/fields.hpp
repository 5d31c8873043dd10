/// The device's memory of a run, or of a rank's part of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "device_array.hpp"
#include "mesh.hpp"
#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/halo.hpp"
#include "problem.hpp"

namespace ndweave::apps::cloverleaf {

/// Time and its step, kept on the device: no step waits for the host.
struct clock_state {
    std::uint64_t next;  // bit pattern of the step to take: positive doubles and their patterns order alike, and a
                         // minimum of integers may be reassociated, hence vectorized
    double time;         // at the end of the steps done
    double last;         // the step that led there
    double smallest;     // of all steps
};

/// Density, energy and velocity of one time level.
struct level {
    double *density, *energy, *u, *v;
};

/// A level's memory.
struct level_arrays {
    level_arrays(queue& q, std::size_t n) : density(q, n), energy(q, n), u(q, n), v(q, n) {}
    level view() const { return {density.get(), energy.get(), u.get(), v.get()}; }

    device_array<double> density, energy, u, v;
};

/// Spacings of one axis on the device.
class axis_arrays {
public:
    axis_arrays(queue&, std::int64_t cells, double width);
    axis view() const;

private:
    device_array<double> width_, inverse_, centred_, back_, fore_;
};

/// Ends of an axis at which the gas is walled in; at the others a neighbour's part begins.
struct walls {
    bool low = true, high = true;
    bool any() const { return low || high; }
};

/// Of the part that the rank has: cells of the problem's grid that are next to each other, in rows and columns of its
/// own.
struct fields {
    /// Throws exception (errc::invalid) where there are more ranks than the grid has room for.
    fields(queue&, const problem&, partition::communicator&);

    partition::communicator& world;
    partition::box<2> part;  // of the problem's cells: rows, columns
    walls x_walls, y_walls;
    mutable std::optional<partition::halo<double, 2>> neighbours;  // none where the rank has all
    mutable partition::device_reduction<std::uint64_t> step_reduction;
    axis_arrays x_axis, y_axis;
    mesh grid;
    level_arrays now, other;              // `other` is next time's or a sweep's, see step()
    device_array<double> pressure;        // with the artificial viscosity, at the half step
    device_array<double> x_flux, y_flux;  // volume through a face in this step
    device_array<double> mass_flux;       // mass through a face in this sweep
    device_array<clock_state> clock;
};

}  // namespace ndweave::apps::cloverleaf
