#include "fields.hpp"

#include <algorithm>
#include <bit>

namespace ndweave::apps::cloverleaf {
namespace {

constexpr std::int64_t margin = ghosts + 2;

std::vector<double> spacing(std::int64_t cells, double value) {
    return std::vector<double>(static_cast<std::size_t>(cells + 2 * margin), value);
}

mesh mesh_of(const problem& p, const axis& x, const axis& y) {
    return {p.grid.x_cells, p.grid.y_cells, mesh::pitch_for(p.grid.x_cells), x, y};
}

/// The state (from 0) of every cell, ghosts included.
class state_map {
public:
    explicit state_map(const problem& p)
        : pitch_(p.grid.x_cells + 2 * ghosts),
          states_(static_cast<std::size_t>(pitch_ * (p.grid.y_cells + 2 * ghosts))) {
        for (std::int64_t row = -ghosts; row < p.grid.y_cells + ghosts; ++row) {
            for (std::int64_t column = -ghosts; column < p.grid.x_cells + ghosts; ++column)
                states_[index(column, row)] = static_cast<std::uint16_t>(state_of_cell(p.states, p.grid, column, row));
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

fields::fields(queue& q, const problem& p)
    : x_axis(q, p.grid.x_cells, p.grid.dx()),
      y_axis(q, p.grid.y_cells, p.grid.dy()),
      grid(mesh_of(p, x_axis.view(), y_axis.view())),
      now(q, grid.size()),
      other(q, grid.size()),
      pressure(q, grid.size()),
      x_flux(q, grid.size()),
      y_flux(q, grid.size()),
      mass_flux(q, grid.size()),
      clock(q, 1) {
    const state_map map(p);
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
