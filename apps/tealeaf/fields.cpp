#include "fields.hpp"

#include <algorithm>

namespace ndweave::apps::tealeaf {
namespace {

layout layout_of(const problem& p) {
    return {static_cast<std::uint32_t>(p.grid.x_cells), static_cast<std::uint32_t>(p.grid.y_cells)};
}

const material_state& state_at(const problem& p, std::int64_t column, std::int64_t row) {
    return p.states[state_of_cell(p.states, p.grid, column, row)];
}

double inverse_conductivity(const problem& p, double density) {
    return p.conductivity == coefficient::density ? 1 / density : density;
}

}  // namespace

std::vector<double> make_field(const layout& shape, const std::function<double(std::int64_t, std::int64_t)>& value,
                               const std::function<double(double)>& ghost) {
    std::vector<double> field(shape.cells(), 0.0);
    const auto columns = static_cast<std::int64_t>(shape.columns), rows = static_cast<std::int64_t>(shape.rows);
    for (std::int64_t row = -1; row <= rows; ++row) {
        for (std::int64_t column = -1; column <= columns; ++column) {
            const std::int64_t c = std::clamp<std::int64_t>(column, 0, columns - 1),
                               r = std::clamp<std::int64_t>(row, 0, rows - 1);
            const double v = value(c, r);
            const std::size_t i = static_cast<std::size_t>((row + 1) * static_cast<std::int64_t>(shape.pitch) +
                                                           static_cast<std::int64_t>(layout::line) + column);
            field[i] = c == column && r == row ? v : ghost(v);
        }
    }
    return field;
}

fields::fields(queue& q, const problem& p)
    : shape(layout_of(p)),
      half_rx(0.5 * p.time_step / (p.grid.dx() * p.grid.dx())),
      half_ry(0.5 * p.time_step / (p.grid.dy() * p.grid.dy())),
      density(q, make_field(
                     shape, [&](auto c, auto r) { return state_at(p, c, r).density; }, [](double v) { return v; })),
      energy(q, make_field(
                    shape, [&](auto c, auto r) { return state_at(p, c, r).energy; }, [](double v) { return v; })),
      inverse(q, make_field(
                     shape, [&](auto c, auto r) { return inverse_conductivity(p, state_at(p, c, r).density); },
                     [](double v) { return -v; })),
      start(q, std::vector<double>(shape.cells())),
      solution(q, std::vector<double>(shape.cells())),
      next_solution(q, std::vector<double>(shape.cells())),
      residual(q, std::vector<double>(shape.cells())),
      direction(q, std::vector<double>(shape.cells())),
      next_direction(q, std::vector<double>(shape.cells())),
      image(q, std::vector<double>(shape.cells())),
      correction(q, std::vector<double>(shape.cells())),
      inner_residual(q, std::vector<double>(shape.cells())),
      norms(q, static_cast<std::size_t>(p.max_iterations) + 2),
      products(q, static_cast<std::size_t>(p.max_iterations) + 2),
      preconditioned(q, static_cast<std::size_t>(p.max_iterations) + 2) {}

conduction fields::matrix() const { return {inverse.get(), half_rx, half_ry, shape.pitch}; }

void fields::forget(queue& q) {
    for (const device_array<double>* history : {&norms, &products, &preconditioned})
        q.fill(history->get(), 0.0, history->size());
}

double weighted_sum(const fields& f, const device_array<double>& u, double cell_volume) {
    const std::vector<double> values = u.to_host(), weights = f.density.to_host();
    double sum = 0;
    for (std::size_t row = 0; row < f.shape.rows; ++row) {
        for (std::size_t column = 0; column < f.shape.columns; ++column) {
            const std::size_t i = f.shape.index(row, column);
            sum += cell_volume * weights[i] * values[i];
        }
    }
    return sum;
}

}  // namespace ndweave::apps::tealeaf
