/// A block of poses against every pair of atoms: the peers' kernel, the block's poses as SIMD lanes.
#pragma once

#include <cmath>

#include "energy.hpp"

namespace ndweave::apps::minibude {

/// Energies of poses first, first + stride, … of p, Block of them; those beyond the last pose are left out.
template <int Block>
NDWEAVE_HOST_DEVICE inline void evaluate_poses(const problem& p, std::uint32_t first, std::uint32_t stride) {
    motion<float> pose[Block];
    float energy[Block] = {}, x[Block], y[Block], z[Block];
    for (int i = 0; i < Block; ++i) {
        const std::uint32_t wanted = first + static_cast<std::uint32_t>(i) * stride;
        const std::uint32_t k = wanted < p.pose_count ? wanted : p.pose_count - 1;
        pose[i] =
            motion<float>(p.poses[0][k], p.poses[1][k], p.poses[2][k], p.poses[3][k], p.poses[4][k], p.poses[5][k]);
    }
    for (std::int32_t l = 0; l < p.ligand_atoms; ++l) {
        const atom ligand = p.ligand[l];
        for (int i = 0; i < Block; ++i) {
            x[i] = pose[i].coordinate(0, ligand);
            y[i] = pose[i].coordinate(1, ligand);
            z[i] = pose[i].coordinate(2, ligand);
        }
        for (std::int32_t a = 0; a < p.protein_atoms; ++a) {
            const atom protein = p.protein[a];
            const pair_terms<float> pair(ligand, protein);
#pragma omp simd
            for (int i = 0; i < Block; ++i) {
                const float dx = x[i] - protein.x, dy = y[i] - protein.y, dz = z[i] - protein.z;
                energy[i] += pair.energy(std::sqrt(dx * dx + dy * dy + dz * dz));
            }
        }
    }
    for (int i = 0; i < Block; ++i) {
        const std::uint32_t k = first + static_cast<std::uint32_t>(i) * stride;
        if (k < p.pose_count) p.energies[k] = 0.5f * energy[i];
    }
}

}  // namespace ndweave::apps::minibude
