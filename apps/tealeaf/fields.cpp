#include "fields.hpp"

#include <algorithm>
#include <span>

namespace ndweave::apps::tealeaf {
namespace {

constexpr int ghosts = 1;

partition::grid<2> division(const problem& p, const partition::communicator& world) {
    return partition::grid<2>::over({p.grid.y_cells, p.grid.x_cells}, world.size(), ghosts);
}

layout layout_of(const partition::box<2>& part) {
    return {static_cast<std::uint32_t>(part.extent(1)), static_cast<std::uint32_t>(part.extent(0))};
}

const material_state& state_at(const problem& p, std::int64_t column, std::int64_t row) {
    return p.states[state_of_cell(p.states, p.grid, column, row)];
}

double inverse_conductivity(const problem& p, double density) {
    return p.conductivity == coefficient::density ? 1 / density : density;
}

}  // namespace

std::vector<double> make_field(const partition::box<2>& part, const uniform_grid& grid,
                               const std::function<double(std::int64_t, std::int64_t)>& value,
                               const std::function<double(double)>& ghost) {
    const layout shape = layout_of(part);
    std::vector<double> field(shape.cells(), 0.0);
    for (std::int64_t row = -ghosts; row < part.extent(0) + ghosts; ++row) {
        for (std::int64_t column = -ghosts; column < part.extent(1) + ghosts; ++column) {
            const std::int64_t x = part.begin[1] + column, y = part.begin[0] + row;
            const std::int64_t c = std::clamp<std::int64_t>(x, 0, grid.x_cells - 1),
                               r = std::clamp<std::int64_t>(y, 0, grid.y_cells - 1);
            const double v = value(c, r);
            const std::size_t i = static_cast<std::size_t>((row + 1) * static_cast<std::int64_t>(shape.pitch) +
                                                           static_cast<std::int64_t>(layout::line) + column);
            field[i] = c == x && r == y ? v : ghost(v);
        }
    }
    return field;
}

fields::fields(queue& q, const problem& p, partition::communicator& ranks)
    : world(ranks),
      part(division(p, ranks).part(ranks.rank())),
      sums(q, ranks, 1),
      shape(layout_of(part)),
      half_rx(0.5 * p.time_step / (p.grid.dx() * p.grid.dx())),
      half_ry(0.5 * p.time_step / (p.grid.dy() * p.grid.dy())),
      density(q,
              make_field(
                  part, p.grid, [&](auto c, auto r) { return state_at(p, c, r).density; }, [](double v) { return v; })),
      energy(q,
             make_field(
                 part, p.grid, [&](auto c, auto r) { return state_at(p, c, r).energy; }, [](double v) { return v; })),
      inverse(q, make_field(
                     part, p.grid, [&](auto c, auto r) { return inverse_conductivity(p, state_at(p, c, r).density); },
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
      preconditioned(q, static_cast<std::size_t>(p.max_iterations) + 2) {
    if (world.size() > 1) neighbours.emplace(q, world, division(p, world), ghosts, partition::reach::faces);
}

conduction fields::matrix() const { return {inverse.get(), half_rx, half_ry, shape.pitch}; }

void fields::forget(queue& q) {
    for (const device_array<double>* history : {&norms, &products, &preconditioned})
        q.fill(history->get(), 0.0, history->size());
}

void fields::start_exchange(std::initializer_list<double*> list) const {
    if (!neighbours) return;
    std::vector<partition::field<double, 2>> parts;
    for (double* data : list) {
        parts.push_back({data + shape.index(0, 0), {static_cast<std::ptrdiff_t>(shape.pitch), 1}, {}});
    }
    neighbours->start(parts);
}

void fields::finish_exchange() const {
    if (neighbours) neighbours->finish();
}

void fields::add_up(double* scalar) const { sums.submit(scalar, 1, partition::combine::sum); }

double weighted_sum(const fields& f, const device_array<double>& u, double cell_volume) {
    const std::vector<double> values = u.to_host(), weights = f.density.to_host();
    double sum = 0;
    for (std::size_t row = 0; row < f.shape.rows; ++row) {
        for (std::size_t column = 0; column < f.shape.columns; ++column) {
            const std::size_t i = f.shape.index(row, column);
            sum += cell_volume * weights[i] * values[i];
        }
    }
    f.world.all_reduce(std::span(&sum, 1), partition::combine::sum);
    return sum;
}

}  // namespace ndweave::apps::tealeaf
