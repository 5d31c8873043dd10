#include "halo.hpp"

#include <algorithm>
#include <vector>

namespace ndweave::apps::cloverleaf {
namespace {

struct halo_table {
    halo entry[max_halos];
};

/// `layer` counts the ghost lines of both sides.
std::ptrdiff_t ghost_line(const mirror& m, std::ptrdiff_t layer) {
    return layer < ghosts ? -1 - layer : m.count + layer - ghosts;
}

void reflect(const mesh& m, const halo& h, std::ptrdiff_t column, std::ptrdiff_t row) {
    if (h.x.inside(column) && h.y.inside(row)) return;
    h.field[m.index(column, row)] =
        h.x.factor(column) * h.y.factor(row) * h.field[m.index(h.x.source(column), h.y.source(row))];
}

void exchange(partition::halo<double, 2>& neighbours, const mesh& m, std::initializer_list<halo> halos) {
    std::vector<partition::field<double, 2>> parts;
    for (const halo& h : halos) {
        // A line more than cells lies on the border, and is the neighbour's as well.
        parts.push_back({h.field + m.index(0, 0),
                         {m.pitch, 1},
                         {static_cast<int>(h.y.count - m.rows), static_cast<int>(h.x.count - m.columns)}});
    }
    neighbours.exchange(parts);
}

}  // namespace

halo cell_halo(const fields& f, double* field) {
    return {field, {f.grid.columns, 0, 1, f.x_walls}, {f.grid.rows, 0, 1, f.y_walls}};
}
halo u_halo(const fields& f, double* field) {
    return {field, {f.grid.columns + 1, 1, -1, f.x_walls}, {f.grid.rows + 1, 1, 1, f.y_walls}};
}
halo v_halo(const fields& f, double* field) {
    return {field, {f.grid.columns + 1, 1, 1, f.x_walls}, {f.grid.rows + 1, 1, -1, f.y_walls}};
}
halo x_flux_halo(const fields& f, double* field) {
    return {field, {f.grid.columns + 1, 1, -1, f.x_walls}, {f.grid.rows, 1, 1, f.y_walls}};
}
halo y_flux_halo(const fields& f, double* field) {
    return {field, {f.grid.columns, 1, 1, f.x_walls}, {f.grid.rows + 1, 1, -1, f.y_walls}};
}

void update_halos(queue& q, const fields& f, std::initializer_list<halo> halos) {
    const mesh m = f.grid;
    if (f.neighbours) exchange(*f.neighbours, m, halos);
    if (!f.x_walls.any() && !f.y_walls.any()) return;
    halo_table table{};
    std::ranges::copy(halos, table.entry);
    const auto length = static_cast<std::size_t>(std::max(m.columns + 1 + 2 * ghosts, m.rows + 1));
    q.parallel_for<struct update_halos_name>(range<3>(halos.size(), 2 * static_cast<std::size_t>(ghosts), length),
                                             [=](item<3> it) {
                                                 const halo h = table.entry[it.get_id(0)];
                                                 const auto layer = static_cast<std::ptrdiff_t>(it.get_id(1)),
                                                            along = static_cast<std::ptrdiff_t>(it.get_id(2));
                                                 if (along < h.x.count + 2 * ghosts)
                                                     reflect(m, h, along - ghosts, ghost_line(h.y, layer));
                                                 if (along < h.y.count) reflect(m, h, ghost_line(h.x, layer), along);
                                             });
}

}  // namespace ndweave::apps::cloverleaf
