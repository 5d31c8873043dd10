/// Reflecting walls: ghosts hold the mirror image of what lies inside.
#pragma once

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

/// How a field mirrors at the walls of one axis. `offset` 0: about the wall, as cells do; 1: about the first line, as
/// vertices and faces on the wall do. `sign` -1 for what points through the wall.
struct mirror {
    std::ptrdiff_t count;  // lines inside
    std::ptrdiff_t offset;
    double sign;

    bool inside(std::ptrdiff_t i) const { return i >= 0 && i < count; }
    /// The line whose image line i is; the nearest one inside on meshes too small for it.
    std::ptrdiff_t source(std::ptrdiff_t i) const {
        const std::ptrdiff_t j = i < 0 ? -1 - i + offset : i >= count ? 2 * count - 1 - i - offset : i;
        return j < 0 ? 0 : j >= count ? count - 1 : j;
    }
    double factor(std::ptrdiff_t i) const { return inside(i) ? 1.0 : sign; }
};

/// A field and its mirrors.
struct halo {
    double* field;
    mirror x, y;
};

halo cell_halo(const mesh&, double* field);
halo u_halo(const mesh&, double* field);
halo v_halo(const mesh&, double* field);
/// Fluxes through the faces of an axis. Across the wall they mirror as velocities do; along it they take the image of
/// the second line, not of the first: this is the published mini-app's rule, and its energies depend on it.
halo x_flux_halo(const mesh&, double* field);
halo y_flux_halo(const mesh&, double* field);

/// Most fields of one launch.
inline constexpr std::size_t max_halos = 5;

/// Fills the ghosts of up to max_halos fields, all sides and corners, in one launch: every ghost is computed from an
/// inside value, mirrored twice in the corners.
void update_halos(queue&, const mesh&, std::initializer_list<halo>);

}  // namespace ndweave::apps::cloverleaf
