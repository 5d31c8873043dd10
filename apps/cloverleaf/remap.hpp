/// The remap: what the Lagrangian phase moved goes back onto the mesh, one axis after the other, second order with van
/// Leer's limiter (B. van Leer, "Towards the ultimate conservative difference scheme", J. Comput. Phys. 32, 1979).
#pragma once

#include <cmath>

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

enum class direction { x, y };

template <direction, bool>
class remap_cells_name;
template <direction, bool>
class remap_velocities_name;

/// Offsets and spacings of a sweep along an axis; a stride that the compiler knows keeps loads consecutive.
template <direction D>
struct sweep_axis {
    std::ptrdiff_t pitch;
    axis spacing;

    explicit sweep_axis(const mesh& m) : pitch(m.pitch), spacing(D == direction::x ? m.x : m.y) {}
    std::ptrdiff_t along() const { return D == direction::x ? 1 : pitch; }
    std::ptrdiff_t across() const { return D == direction::x ? pitch : 1; }
    static std::ptrdiff_t position(const place& p) { return D == direction::x ? p.column : p.row; }
};

/// What is upstream, given and downstream of a face.
struct upwind {
    double behind, donor, ahead;

    /// Of four values in a row along the sweep, the face between the middle two, by the direction of the flow.
    upwind(bool forward, const double (&row)[4])
        : behind(pick(forward, row[0], row[3])),
          donor(pick(forward, row[1], row[2])),
          ahead(pick(forward, row[2], row[1])) {}

    /// Half the limited difference across the donor, for the fraction `courant` of it that leaves. `ratio` is the
    /// width of the face's line over that of the line behind.
    double slope(double courant, double ratio) const {
        const double rise = donor - behind, fall = ahead - donor;
        const double steep = std::fabs(rise), flat = std::fabs(fall);
        const double limit =
            lesser(lesser(steep, flat), ((1 + courant) * ratio * steep + (2 - courant) * flat) * (1.0 / 6.0));
        return pick(rise * fall > 0, std::copysign(limit, fall), 0.0);
    }
};

/// The volume of a cell that a sweep begins with and ends with. The first sweep takes off its own axis' flow and leaves
/// the other's to the second, which ends with the mesh's own volume.
template <direction D, bool First>
struct sweep_volume {
    sweep_axis<D> axis;
    const double *along_flux, *across_flux;

    double after(double volume, std::ptrdiff_t at) const {
        return First ? volume + across_flux[at + axis.across()] - across_flux[at] : volume;
    }
    double before(double volume, std::ptrdiff_t at) const {
        return after(volume, at) + along_flux[at + axis.along()] - along_flux[at];
    }
};

/// Mass and energy that cross a face.
struct crossing {
    double mass, energy;
};

/// Through the face between the middle two of four cells, whose volumes before the sweep are `volume`.
inline crossing cross_face(double flux, const double (&density)[4], const double (&energy)[4],
                           const double (&volume)[2], double back, double fore) {
    const bool forward = flux > 0;
    const upwind d(forward, density), e(forward, energy);
    const double ratio = pick(forward, back, fore);
    const double donor_volume = pick(forward, volume[0], volume[1]);
    const double per_mass = 1 / (d.donor * donor_volume);
    const double courant = std::fabs(flux) * d.donor * per_mass;
    const double mass = flux * (d.donor + (1 - courant) * d.slope(courant, ratio));
    // The limiter of the energy takes the fraction of the mass, but the widths of the volume's.
    const double mass_courant = std::fabs(mass) * per_mass;
    return {mass, mass * (e.donor + (1 - mass_courant) * e.slope(courant, ratio))};
}

/// Density and energy of `to` = those of `from` after a sweep; mass_flux = the mass through the near faces. Runs one
/// line beyond the cells along the sweep, for the far faces; what it gives to the cells there is for the halo update to
/// replace. Both faces of a cell are computed in its work-item: cheaper than storing and loading one.
template <direction D, bool First>
void remap_cells(queue& q, const fields& f, const level& from, const level& to) {
    const mesh m = f.grid;
    const sweep_axis<D> axis(m);
    const double* along_flux = D == direction::x ? f.x_flux.get() : f.y_flux.get();
    const double* across_flux = D == direction::x ? f.y_flux.get() : f.x_flux.get();
    const sweep_volume<D, First> volumes{axis, along_flux, across_flux};
    double* mass_flux = f.mass_flux.get();
    const range<2> faces =
        D == direction::x ? range<2>(m.cells()[0], m.vertices()[1]) : range<2>(m.vertices()[0], m.cells()[1]);
    q.parallel_for<remap_cells_name<D, First>>(faces, [=](id<2> i) {
        const place c(m, i);
        const std::ptrdiff_t s = axis.along(), at = c.at, line = axis.position(c);
        const double across_width = D == direction::x ? m.y.width[c.row] : m.x.width[c.column];
        const double* width = axis.spacing.width;
        const auto before = [&](std::ptrdiff_t k) {
            return volumes.before(width[line + k] * across_width, at + k * s);
        };
        const double density[] = {from.density[at - 2 * s], from.density[at - s], from.density[at],
                                  from.density[at + s], from.density[at + 2 * s]};
        const double energy[] = {from.energy[at - 2 * s], from.energy[at - s], from.energy[at], from.energy[at + s],
                                 from.energy[at + 2 * s]};
        const double volume[] = {before(-1), before(0), before(1)};
        const crossing near = cross_face(along_flux[at], {density[0], density[1], density[2], density[3]},
                                         {energy[0], energy[1], energy[2], energy[3]}, {volume[0], volume[1]},
                                         axis.spacing.back[line], axis.spacing.fore[line]);
        const crossing far = cross_face(along_flux[at + s], {density[1], density[2], density[3], density[4]},
                                        {energy[1], energy[2], energy[3], energy[4]}, {volume[1], volume[2]},
                                        axis.spacing.back[line + 1], axis.spacing.fore[line + 1]);
        const double old_mass = density[2] * volume[1];
        const double mass = old_mass + near.mass - far.mass;
        mass_flux[at] = near.mass;
        to.density[at] = mass / volumes.after(width[line] * across_width, at);
        to.energy[at] = (energy[2] * old_mass + near.energy - far.energy) / mass;
    });
}

/// Velocities of `to` = those of `from` after the sweep that remap_cells did with the cells; `density` is what it gave.
/// A vertex's mass is a quarter of its four cells'; the mass between two vertices is a quarter of the fluxes through
/// the four faces around.
template <direction D, bool First>
void remap_velocities(queue& q, const fields& f, const double* density, const level& from, const level& to) {
    const mesh m = f.grid;
    const sweep_axis<D> axis(m);
    const sweep_volume<D, First> volumes{axis, D == direction::x ? f.x_flux.get() : f.y_flux.get(),
                                         D == direction::x ? f.y_flux.get() : f.x_flux.get()};
    const double* mass_flux = f.mass_flux.get();
    q.parallel_for<remap_velocities_name<D, First>>(m.vertices(), [=](id<2> i) {
        const place v(m, i);
        const std::ptrdiff_t s = axis.along(), t = axis.across(), at = v.at, line = axis.position(v);
        const double* width = axis.spacing.width;
        const double* across = D == direction::x ? m.y.width + v.row : m.x.width + v.column;
        // Sums of the two cells, or faces, on either side of the line of vertices.
        const auto cells = [&](std::ptrdiff_t k) {
            const std::ptrdiff_t c = at + k * s;
            return density[c] * volumes.after(width[line + k] * across[0], c) +
                   density[c - t] * volumes.after(width[line + k] * across[-1], c - t);
        };
        const auto faces = [&](std::ptrdiff_t k) { return mass_flux[at + k * s] + mass_flux[at + k * s - t]; };
        const double masses[] = {cells(-2), cells(-1), cells(0), cells(1)};
        const double flows[] = {faces(-2), faces(-1), faces(0), faces(1), faces(2)};
        const double after[] = {0.25 * (masses[0] + masses[1]), 0.25 * (masses[1] + masses[2]),
                                0.25 * (masses[2] + masses[3])};
        const double flow[] = {0.25 * (flows[0] + flows[1]), 0.25 * (flows[1] + flows[2]), 0.25 * (flows[2] + flows[3]),
                               0.25 * (flows[3] + flows[4])};
        const double before[] = {after[0] - flow[0] + flow[1], after[1] - flow[1] + flow[2],
                                 after[2] - flow[2] + flow[3]};

        struct edge {
            double flow, courant, ratio;
        };
        const auto edge_of = [&](std::ptrdiff_t k, double through, double low, double high) {
            const bool forward = !(through < 0);
            return edge{through, std::fabs(through) / (pick(forward, low, high)),
                        pick(forward, axis.spacing.back[line + k], axis.spacing.fore[line + k])};
        };
        const edge near = edge_of(-1, flow[1], before[0], before[1]), far = edge_of(0, flow[2], before[1], before[2]);
        const auto momentum = [](const edge& e, const double(&row)[4]) {
            const upwind w(!(e.flow < 0), row);
            return e.flow * (w.donor + (1 - e.courant) * w.slope(e.courant, e.ratio));
        };
        const double per_mass = 1 / after[1];
        const auto remapped = [&](const double* field) {
            const double row[] = {field[at - 2 * s], field[at - s], field[at], field[at + s], field[at + 2 * s]};
            return (row[2] * before[1] + momentum(near, {row[0], row[1], row[2], row[3]}) -
                    momentum(far, {row[1], row[2], row[3], row[4]})) *
                   per_mass;
        };
        to.u[at] = remapped(from.u);
        to.v[at] = remapped(from.v);
    });
}

}  // namespace ndweave::apps::cloverleaf
