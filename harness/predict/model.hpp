/// Seconds of a run divided among more ranks than there are: what one process computes, and what messages cost between
/// ranks that were measured.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ndweave/partition/communicator.hpp"

namespace ndweave::harness {

/// Cells along each axis; 1 where the grid has fewer.
using grid_cells = std::array<std::int64_t, 3>;

/// Measured times over a size, straight lines between them.
class curve {
public:
    /// `size` > 0, in any order; of equal sizes the median. Pre: at least one point.
    struct point {
        double size, seconds;
    };
    explicit curve(std::vector<point> points);

    /// The first point's below it: a launch costs what it costs. In proportion to the last one's above it.
    double at(double size) const;
    double smallest() const { return points_.front().size; }

private:
    std::vector<point> points_;
};

/// Between ranks: seconds of one exchange of ghosts with one neighbour, packing and unpacking among them, and of one
/// message, both over its bytes; of one reduction, over the binary logarithm of the number of ranks.
struct link_times {
    curve halo, message, reduction;
};

/// What a rank sent in a round (a time step, or an iteration of a solver) of a run that was measured.
struct measured_traffic {
    grid_cells cells;
    int ranks;
    double exchanges, messages, bytes, reductions;  // of the rank that has most of each
};

struct scaling_model {
    int dimensions;          // of the grid: 2 or 3
    curve compute;           // seconds of a round over cells: a device of its own, or all processors of a machine
    int ranks_of_a_machine;  // that share what `compute` was measured on; 1: every rank has its own
    measured_traffic sent;
    link_times within;                  // a machine, or measured without regard to machines
    std::optional<link_times> between;  // machines
    double spread = 0;  // of a rank's time in a round, standard deviation as a part of it: all wait for the slowest
};

/// Of one round, seconds.
struct prediction {
    int ranks;
    grid_cells parts;           // of the grid, along each axis
    std::int64_t most_cells;    // of a rank
    int devices;                // or machines, each of which is what `compute` was measured on
    std::int64_t device_cells;  // most of one
    double compute, halo, reduction, waiting;
    double seconds() const { return compute + halo + reduction + waiting; }
};

/// Divides `cells` as `partition::grid` does. Throws ndweave::exception where it has too few cells.
prediction predict(const scaling_model&, const grid_cells& cells, int ranks);

/// Where more ranks stop being worth it.
struct scaling_end {
    int half_efficient = 1;  // most ranks of the list with half of what as many devices would give at best
    int fastest = 1;
};
/// Seconds of `base` over those of `p`, for each device or machine.
double efficiency(const prediction& base, const prediction& p);
/// Of predictions by ascending ranks, the first of which is the base. Pre: not empty.
scaling_end end_of_scaling(const std::vector<prediction>&);

}  // namespace ndweave::harness
