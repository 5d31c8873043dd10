/// Ghosts: the neighbours' lines where another rank goes on, at reflecting walls the mirror image of what lies inside.
#pragma once

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

/// How a field mirrors at the walls of one axis. `offset` 0: about the wall, as cells do; 1: about the first line, as
/// vertices and faces on the wall do. `sign` -1 for what points through the wall.
struct mirror {
    std::ptrdiff_t count;  // lines of the part
    std::ptrdiff_t offset;
    double sign;
    walls at;

    bool inside(std::ptrdiff_t i) const { return (i >= 0 || !at.low) && (i < count || !at.high); }
    /// The line whose image line i is; the nearest one inside on meshes too small for it.
    std::ptrdiff_t source(std::ptrdiff_t i) const {
        if (inside(i)) return i;
        const std::ptrdiff_t j = i < 0 ? -1 - i + offset : 2 * count - 1 - i - offset;
        return j < 0 ? 0 : j >= count ? count - 1 : j;
    }
    double factor(std::ptrdiff_t i) const { return inside(i) ? 1.0 : sign; }
};

/// A field and its mirrors.
struct halo {
    double* field;
    mirror x, y;
};

halo cell_halo(const fields&, double* field);
halo u_halo(const fields&, double* field);
halo v_halo(const fields&, double* field);
/// Fluxes through the faces of an axis. Across the wall they mirror as velocities do; along it they take the image of
/// the second line, not of the first: this is the published mini-app's rule, and its energies depend on it.
halo x_flux_halo(const fields&, double* field);
halo y_flux_halo(const fields&, double* field);

/// Most fields of one launch.
inline constexpr std::size_t max_halos = 5;

/// Fills the ghosts of up to max_halos fields, all sides and corners: those that neighbours have in one exchange, then
/// those behind walls in one launch, every one from an inside value, mirrored twice in the corners.
void update_halos(queue&, const fields&, std::initializer_list<halo>);

}  // namespace ndweave::apps::cloverleaf
