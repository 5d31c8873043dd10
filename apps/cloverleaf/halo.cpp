#include "halo.hpp"

#include <algorithm>

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
    h.field[m.index(column, row)] =
        h.x.factor(column) * h.y.factor(row) * h.field[m.index(h.x.source(column), h.y.source(row))];
}

}  // namespace

halo cell_halo(const mesh& m, double* field) { return {field, {m.columns, 0, 1}, {m.rows, 0, 1}}; }
halo u_halo(const mesh& m, double* field) { return {field, {m.columns + 1, 1, -1}, {m.rows + 1, 1, 1}}; }
halo v_halo(const mesh& m, double* field) { return {field, {m.columns + 1, 1, 1}, {m.rows + 1, 1, -1}}; }
halo x_flux_halo(const mesh& m, double* field) { return {field, {m.columns + 1, 1, -1}, {m.rows, 1, 1}}; }
halo y_flux_halo(const mesh& m, double* field) { return {field, {m.columns, 1, 1}, {m.rows + 1, 1, -1}}; }

void update_halos(queue& q, const mesh& m, std::initializer_list<halo> halos) {
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
