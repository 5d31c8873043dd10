/// The empirical free-energy force field of BUDE (McIntosh-Smith et al., "High performance in silico virtual drug
/// screening on many-core processors", IJHPCA 29(2), 2015): energy of a ligand posed against a protein, as sums over
/// atom pairs of a steric, an electrostatic and a desolvation term, each piecewise linear in the distance of the atoms'
/// surfaces.
#pragma once

#include <cmath>

#include "atom.hpp"
#include "host_device.hpp"

namespace ndweave::apps::minibude {

constexpr std::int32_t bond_e = 69, bond_f = 70;  // hbtype
inline constexpr float hardness = 38, charge_constant = 45, non_polar_distance = 5.5f, polar_distance = 1;

/// A rigid motion: three rows of a rotation, then the translation.
template <class T>
struct motion {
    T row[3][4];

    motion() = default;
    /// Rotations about x, then y, then z, by angles in radian.
    NDWEAVE_HOST_DEVICE motion(T ax, T ay, T az, T tx, T ty, T tz) {
        const T sx = std::sin(ax), cx = std::cos(ax), sy = std::sin(ay), cy = std::cos(ay), sz = std::sin(az),
                cz = std::cos(az);
        row[0][0] = cy * cz;
        row[0][1] = sx * sy * cz - cx * sz;
        row[0][2] = cx * sy * cz + sx * sz;
        row[0][3] = tx;
        row[1][0] = cy * sz;
        row[1][1] = sx * sy * sz + cx * cz;
        row[1][2] = cx * sy * sz - sx * cz;
        row[1][3] = ty;
        row[2][0] = -sy;
        row[2][1] = sx * cy;
        row[2][2] = cx * cy;
        row[2][3] = tz;
    }

    NDWEAVE_HOST_DEVICE T coordinate(int axis, const atom& a) const {
        return row[axis][3] + T(a.x) * row[axis][0] + T(a.y) * row[axis][1] + T(a.z) * row[axis][2];
    }
};

/// What depends on the two atoms alone, not on the pose.
template <class T>
struct pair_terms {
    T reach, inverse_reach;                        // sum of the radii
    T charge, charge_reach, inverse_charge_reach;  // electrostatic
    bool always_attractive;
    T solvation, solvation_reach, inverse_solvation_reach;  // desolvation

    NDWEAVE_HOST_DEVICE pair_terms(const atom& l, const atom& p) {
        reach = T(p.radius) + T(l.radius);
        inverse_reach = T(1) / reach;
        const bool both_f = p.hydrogen_bond == bond_f && l.hydrogen_bond == bond_f;
        charge = T(l.charge) * T(p.charge) * T(charge_constant);
        charge_reach = both_f ? T(4) : T(2);
        inverse_charge_reach = both_f ? T(0.25) : T(0.5);
        always_attractive = p.hydrogen_bond == bond_e || l.hydrogen_bond == bond_e;
        const bool p_non_polar = p.hydrophobicity < 0, l_non_polar = l.hydrophobicity < 0;
        const bool p_polar = p.hydrophobicity > 0, l_polar = l.hydrophobicity > 0;
        // Opposite natures repel: the non-polar part's sign turns.
        const T p_part = T(p.hydrophobicity) * (p_non_polar && l_polar ? T(-1) : T(1));
        const T l_part = T(l.hydrophobicity) * (p_polar && l_non_polar ? T(-1) : T(1));
        const bool counts = p.hydrophobicity != 0 && (p_non_polar || l_non_polar);
        solvation = counts ? p_part + l_part : T(0);
        solvation_reach = p_non_polar && l_non_polar ? T(non_polar_distance) : T(polar_distance);
        inverse_solvation_reach = T(1) / solvation_reach;
    }

    /// Twice the pair's energy at a distance of the centres.
    NDWEAVE_HOST_DEVICE T energy(T distance) const {
        const T gap = distance - reach;  // of the surfaces
        const bool overlap = gap < 0;
        T e = overlap ? (T(1) - distance * inverse_reach) * T(2 * hardness) : T(0);
        T electrostatic = charge * (overlap ? T(1) : T(1) - gap * inverse_charge_reach);
        electrostatic = gap < charge_reach ? electrostatic : T(0);
        e += always_attractive ? -std::fabs(electrostatic) : electrostatic;
        const T desolvation = solvation * (overlap ? T(1) : T(1) - gap * inverse_solvation_reach);
        return e + (gap < solvation_reach ? desolvation : T(0));
    }
};

/// The deck as the kernels read it, on the device.
struct problem {
    const atom* protein;
    const atom* ligand;
    std::int32_t protein_atoms, ligand_atoms;
    const float* poses[6];
    float* energies;
    std::uint32_t pose_count;
};

}  // namespace ndweave::apps::minibude
