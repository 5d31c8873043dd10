#include "work.hpp"

namespace ndweave::apps::cloverleaf {
namespace {

/// Of a cell: arrays of doubles that find_step, predict, accelerate, correct, and both sweeps' cells and velocities
/// read or write.
constexpr int arrays = 4 + 5 + 6 + 11 + (7 + 7) + (6 + 6);

/// Operations of a work-item.
constexpr double find_step = 74, predict = 77, accelerate = 25, correct = 29;
struct sweep_flops {
    double cells, velocities;
};
constexpr sweep_flops first_sweep{86, 120}, second_sweep{78, 104};

}  // namespace

work work_of(const uniform_grid& grid, std::int64_t steps) {
    const auto x = static_cast<double>(grid.x_cells), y = static_cast<double>(grid.y_cells);
    const double cells = x * y, vertices = (x + 1) * (y + 1), x_faces = (x + 1) * y, y_faces = x * (y + 1);
    const double lagrange = cells * (find_step + predict) + vertices * (accelerate + correct);
    const double velocities = vertices * (first_sweep.velocities + second_sweep.velocities);
    const double x_first = first_sweep.cells * x_faces + second_sweep.cells * y_faces;
    const double y_first = first_sweep.cells * y_faces + second_sweep.cells * x_faces;
    const auto n = static_cast<double>(steps), odd = static_cast<double>((steps + 1) / 2);
    return {arrays * 8 * cells * n, n * (lagrange + velocities) + odd * x_first + (n - odd) * y_first};
}

}  // namespace ndweave::apps::cloverleaf
