#include "work.hpp"

#include <algorithm>

namespace ndweave::apps::tealeaf {
namespace {

/// Of a cell: arrays of doubles that a kernel reads or writes, and operations.
struct kernel_work {
    double arrays, flops;

    friend kernel_work operator+(kernel_work a, kernel_work b) { return {a.arrays + b.arrays, a.flops + b.flops}; }
    friend kernel_work operator*(double times, kernel_work a) { return {times * a.arrays, times * a.flops}; }
};

constexpr double faces = 8, apply = faces + 12;  // operations of conduction::at and conduction::apply
// Where a field is formed from others (begin_step, cg_direction) that is done for the neighbours as well; a quotient
// that is the same for all cells counts in each, as the kernels have it.
constexpr kernel_work begin_step{6, apply + 8}, end_step{3, 1};
constexpr kernel_work cg_direction{5, apply + 14}, cg_update{6, 7};
constexpr kernel_work chebyshev_step{6, apply + 5}, residual{4, apply + 3}, jacobi_sweep{4, faces + 13};
constexpr kernel_work begin_correction{4, 1}, add_correction{7, apply + 5}, last_correction{8, apply + 7};

kernel_work solve_work(const problem& p, double iterations) {
    const double of_cg = p.method == solver::cg ? iterations : std::min(iterations, static_cast<double>(p.cg_steps));
    const double others = iterations - of_cg;
    const kernel_work cg = cg_direction + cg_update;
    switch (p.method) {
        case solver::cg:
            return iterations * cg;
        case solver::jacobi:
            return iterations * jacobi_sweep + iterations / 50 * residual;
        case solver::chebyshev:
            return of_cg * cg + others * chebyshev_step + others / 10 * residual;
        case solver::ppcg:
            return of_cg * cg + (others > 0 ? residual : kernel_work{0, 0}) +
                   others * (cg + begin_correction + static_cast<double>(p.inner_steps - 1) * add_correction +
                             last_correction);
    }
    return {};
}

}  // namespace

work work_of(const problem& p, const std::vector<std::int64_t>& iterations) {
    kernel_work a_cell{0, 0};
    for (const std::int64_t n : iterations) {
        a_cell = a_cell + begin_step + solve_work(p, static_cast<double>(n)) + end_step;
    }
    const double cells = static_cast<double>(p.grid.x_cells) * static_cast<double>(p.grid.y_cells);
    return {8 * cells * a_cell.arrays, cells * a_cell.flops};
}

}  // namespace ndweave::apps::tealeaf
