#include "fields.hpp"

#include <algorithm>
#include <bit>

namespace ndweave::apps::cloverleaf {
namespace {

constexpr std::int64_t margin = ghosts + 2;

std::vector<double> spacing(std::int64_t cells, double value) {
    return std::vector<double>(static_cast<std::size_t>(cells + 2 * margin), value);
}

/// Parts have at least as many lines as their neighbours' ghosts show, with the one that both have.
constexpr std::int64_t thinnest = ghosts + 1;

partition::grid<2> division(const problem& p, const partition::communicator& world) {
    return partition::grid<2>::over({p.grid.y_cells, p.grid.x_cells}, world.size(), thinnest);
}

walls walls_of(const partition::box<2>& part, std::size_t a, std::int64_t cells) {
    return {part.begin[a] == 0, part.end[a] == cells};
}

mesh mesh_of(const partition::box<2>& part, const axis& x, const axis& y) {
    return {part.extent(1), part.extent(0), mesh::pitch_for(part.extent(1)), x, y};
}

/// The state (from 0) of every cell of a part, ghosts included.
class state_map {
public:
    state_map(const problem& p, const partition::box<2>& part)
        : pitch_(part.extent(1) + 2 * ghosts),
          states_(static_cast<std::size_t>(pitch_ * (part.extent(0) + 2 * ghosts))) {
        for (std::int64_t row = -ghosts; row < part.extent(0) + ghosts; ++row) {
            for (std::int64_t column = -ghosts; column < part.extent(1) + ghosts; ++column)
                states_[index(column, row)] = static_cast<std::uint16_t>(
                    state_of_cell(p.states, p.grid, part.begin[1] + column, part.begin[0] + row));
        }
    }
    std::size_t cell(std::int64_t column, std::int64_t row) const { return states_[index(column, row)]; }
    /// A vertex has the velocity of the last state among its cells.
    std::size_t vertex(std::int64_t column, std::int64_t row) const {
        return std::max({cell(column, row), cell(column - 1, row), cell(column, row - 1), cell(column - 1, row - 1)});
    }

private:
    std::size_t index(std::int64_t column, std::int64_t row) const {
        return static_cast<std::size_t>((row + ghosts) * pitch_ + column + ghosts);
    }
    std::int64_t pitch_;
    std::vector<std::uint16_t> states_;
};

template <class Value>
void fill(device_array<double>& field, const mesh& m, const Value& value) {
    std::vector<double> host(field.size());
    for (std::ptrdiff_t row = 0; row <= m.rows; ++row) {
        for (std::ptrdiff_t column = 0; column <= m.columns; ++column)
            host[static_cast<std::size_t>(m.index(column, row))] = value(column, row);
    }
    field.assign(host);
}

}  // namespace

axis_arrays::axis_arrays(queue& q, std::int64_t cells, double width)
    : width_(q, spacing(cells, width)),
      inverse_(q, spacing(cells, 1 / width)),
      centred_(q, spacing(cells, 1 / (2 * width))),
      back_(q, spacing(cells, 1)),
      fore_(q, spacing(cells, 1)) {}

axis axis_arrays::view() const {
    return {width_.get() + margin, inverse_.get() + margin, centred_.get() + margin, back_.get() + margin,
            fore_.get() + margin};
}

fields::fields(queue& q, const problem& p, partition::communicator& ranks)
    : world(ranks),
      part(division(p, ranks).part(ranks.rank())),
      x_walls(walls_of(part, 1, p.grid.x_cells)),
      y_walls(walls_of(part, 0, p.grid.y_cells)),
      step_reduction(q, ranks, 1),
      x_axis(q, part.extent(1), p.grid.dx()),
      y_axis(q, part.extent(0), p.grid.dy()),
      grid(mesh_of(part, x_axis.view(), y_axis.view())),
      now(q, grid.size()),
      other(q, grid.size()),
      pressure(q, grid.size()),
      x_flux(q, grid.size()),
      y_flux(q, grid.size()),
      mass_flux(q, grid.size()),
      clock(q, 1) {
    if (world.size() > 1) neighbours.emplace(q, world, division(p, world), static_cast<int>(ghosts));
    const state_map map(p, part);
    fill(now.density, grid, [&](auto c, auto r) { return p.states[map.cell(c, r)].density; });
    fill(now.energy, grid, [&](auto c, auto r) { return p.states[map.cell(c, r)].energy; });
    fill(now.u, grid, [&](auto c, auto r) { return p.states[map.vertex(c, r)].x_velocity; });
    fill(now.v, grid, [&](auto c, auto r) { return p.states[map.vertex(c, r)].y_velocity; });
    for (const device_array<double>* field :
         {&other.density, &other.energy, &other.u, &other.v, &pressure, &x_flux, &y_flux, &mass_flux})
        q.fill(field->get(), 0.0, field->size());
    const double first = std::min(p.first_step * p.rise, p.largest_step);
    clock.assign({{std::bit_cast<std::uint64_t>(first), 0, p.first_step, p.largest_step}});
}

}  // namespace ndweave::apps::cloverleaf
