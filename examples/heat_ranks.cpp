// Heat on a plate that is divided among the ranks of MPI: each computes its part on a device of its own, and the ghost
// lines around it are the neighbours'. mpirun -n 4 example-heat_ranks
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ndweave/mpi.hpp>
#include <ndweave/ndweave.hpp>
#include <utility>
#include <vector>

#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/halo.hpp"
#include "ndweave/partition/placement.hpp"

namespace partition = ndweave::partition;

constexpr std::int64_t rows = 300, columns = 200;
constexpr int steps = 50;

/// The heat of the plate after all steps, on any number of ranks: its border is insulated, so that none is lost.
double heat_after_steps(partition::communicator& world) {
    ndweave::queue q{partition::device_of(world, "cpu")};
    const auto grid = partition::grid<2>::over({rows, columns}, world.size());
    const auto part = grid.part(world.rank());
    const auto height = static_cast<std::size_t>(part.extent(0)), width = static_cast<std::size_t>(part.extent(1));
    const std::size_t pitch = width + 2;  // a ghost on either side
    double* u = ndweave::malloc_device<double>((height + 2) * pitch, q);
    double* v = ndweave::malloc_device<double>((height + 2) * pitch, q);
    double* const sum = ndweave::malloc_device<double>(1, q);
    const std::int64_t first_row = part.begin[0], first_column = part.begin[1];
    q.parallel_for(ndweave::range<2>(height + 2, pitch), [=](ndweave::item<2> it) {
        const std::int64_t row = first_row + static_cast<std::int64_t>(it[0]) - 1;
        const std::int64_t column = first_column + static_cast<std::int64_t>(it[1]) - 1;
        u[it[0] * pitch + it[1]] = row < 10 && column < 10 ? 100 : 0;
    });

    partition::halo<double, 2> halo(q, world, grid, 1, partition::reach::faces);
    const auto field = [&](double* data) {
        return partition::field<double, 2>{data + pitch + 1, {static_cast<std::ptrdiff_t>(pitch), 1}, {}};
    };
    const auto compute = [&](const partition::box<2>& cells) {  // one step of these
        const std::int64_t top = cells.begin[0], left = cells.begin[1];
        const auto high = static_cast<std::size_t>(cells.extent(0)), wide = static_cast<std::size_t>(cells.extent(1));
        q.parallel_for(ndweave::range<2>(high, wide), [=](ndweave::item<2> it) {
            const std::int64_t row = top + static_cast<std::int64_t>(it[0]);
            const std::int64_t column = left + static_cast<std::int64_t>(it[1]);
            const std::size_t i = static_cast<std::size_t>(row - first_row + 1) * pitch +
                                  static_cast<std::size_t>(column - first_column + 1);
            const double here = u[i];
            v[i] = here + 0.2 * ((row > 0 ? u[i - pitch] - here : 0) + (row + 1 < rows ? u[i + pitch] - here : 0) +
                                 (column > 0 ? u[i - 1] - here : 0) + (column + 1 < columns ? u[i + 1] - here : 0));
        });
    };
    for (int step = 0; step < steps; ++step) {
        halo.start({field(u)});
        compute(grid.interior(world.rank(), 1));  // beside the exchange
        halo.finish();
        for (const auto& border : grid.borders(world.rank(), 1)) compute(border);
        std::swap(u, v);
    }

    q.parallel_for(
        ndweave::range<2>(height, width),
        ndweave::reduction(sum, ndweave::plus<double>(), ndweave::property::reduction::initialize_to_identity()),
        [=](ndweave::item<2> it, auto& heat) { heat += u[(it[0] + 1) * pitch + it[1] + 1]; });
    partition::device_reduction<double>(q, world, 1).submit(sum, 1, partition::combine::sum);
    double heat = 0;
    q.copy(static_cast<const double*>(sum), &heat, 1).wait();
    for (double* memory : {u, v, sum}) ndweave::free(memory, q);
    return heat;
}

int main() {
    ndweave::mpi::session world;
    partition::take_processors(world);
    const double heat = heat_after_steps(world), expected = 100.0 * 10 * 10;
    if (world.rank() == 0) std::printf("heat on %d ranks: %.9g\n", world.size(), heat);
    return std::fabs(heat - expected) < 1e-9 * expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
