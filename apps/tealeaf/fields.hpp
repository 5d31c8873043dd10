/// The device's memory of a run, or of a rank's part of it.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "device_array.hpp"
#include "grid.hpp"
#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/halo.hpp"
#include "problem.hpp"

namespace ndweave::apps::tealeaf {

/// Fields (see layout) and the history of the scalars that steer the iterations: entry k belongs to iteration k, so
/// that no scalar ever travels to the host and back between two kernels.
struct fields {
    /// Throws exception (errc::invalid) where there are more ranks than the grid has room for.
    fields(queue&, const problem&, partition::communicator&);

    conduction matrix() const;
    /// Zeroes the histories for a new solve.
    void forget(queue&);
    /// The ghosts of these fields become what neighbouring ranks have there; in two halves, with what needs no ghosts
    /// and writes none of the fields between them.
    void exchange(std::initializer_list<double*> list) const {
        start_exchange(list);
        finish_exchange();
    }
    void start_exchange(std::initializer_list<double*>) const;
    void finish_exchange() const;
    /// A scalar that every rank reduced over its part becomes the whole's.
    void add_up(double* scalar) const;

    partition::communicator& world;
    partition::box<2> part;                                        // of the problem's cells: rows, columns
    mutable std::optional<partition::halo<double, 2>> neighbours;  // none where the rank has all
    mutable partition::device_reduction<double> sums;
    layout shape;
    double half_rx, half_ry;
    device_array<double> density, energy, inverse;
    device_array<double> start, solution, next_solution;  // u at the step's start, u, and the one being made
    device_array<double> residual, direction, next_direction, image;  // r, p, and A·p
    device_array<double> correction, inner_residual;                  // PPCG: z and its residual
    device_array<double> norms;                                       // r·r before iteration k
    device_array<double> products;                                    // p·A·p of iteration k
    device_array<double> preconditioned;                              // PPCG: r·z before iteration k
};

/// Host side of a part's field: `value(column, row)` in the problem's cells, `ghost(value of the nearest cell)` around
/// them.
std::vector<double> make_field(const partition::box<2>& part, const uniform_grid&,
                               const std::function<double(std::int64_t, std::int64_t)>& value,
                               const std::function<double(double)>& ghost);

/// Σ weight·u over the cells of all ranks, added in double on the host.
double weighted_sum(const fields&, const device_array<double>& u, double cell_volume);

}  // namespace ndweave::apps::tealeaf
