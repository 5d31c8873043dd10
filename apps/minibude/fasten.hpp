/// The docking kernel ("fasten"): every work-item evaluates PosesPerItem poses, one work-group apart, so that
/// neighbouring work-items read and write neighbouring poses and each atom pair's terms serve several poses.
#pragma once

#include <ndweave/ndweave.hpp>

#include "energy.hpp"

namespace ndweave::apps::minibude {

template <int PosesPerItem>
struct fasten {
    problem p;

    void operator()(nd_item<1> it) const {
        const std::uint32_t group_items = static_cast<std::uint32_t>(it.get_local_range(0));
        const std::uint32_t first = static_cast<std::uint32_t>(it.get_group(0)) * group_items * PosesPerItem +
                                    static_cast<std::uint32_t>(it.get_local_id(0));
        motion<float> pose[PosesPerItem];
        float energy[PosesPerItem];
        for (int i = 0; i < PosesPerItem; ++i) {
            const std::uint32_t wanted = first + static_cast<std::uint32_t>(i) * group_items;
            const std::uint32_t index = wanted < p.pose_count ? wanted : p.pose_count - 1;
            pose[i] = motion<float>(p.poses[0][index], p.poses[1][index], p.poses[2][index], p.poses[3][index],
                                    p.poses[4][index], p.poses[5][index]);
            energy[i] = 0;
        }
        for (std::int32_t l = 0; l < p.ligand_atoms; ++l) {
            const atom ligand = p.ligand[l];
            float x[PosesPerItem], y[PosesPerItem], z[PosesPerItem];
            for (int i = 0; i < PosesPerItem; ++i) {
                x[i] = pose[i].coordinate(0, ligand);
                y[i] = pose[i].coordinate(1, ligand);
                z[i] = pose[i].coordinate(2, ligand);
            }
            for (std::int32_t a = 0; a < p.protein_atoms; ++a) {
                const atom protein = p.protein[a];
                const pair_terms<float> pair(ligand, protein);
                for (int i = 0; i < PosesPerItem; ++i) {
                    const float dx = x[i] - protein.x, dy = y[i] - protein.y, dz = z[i] - protein.z;
                    energy[i] += pair.energy(std::sqrt(dx * dx + dy * dy + dz * dz));
                }
            }
        }
        for (int i = 0; i < PosesPerItem; ++i) {
            const std::uint32_t index = first + static_cast<std::uint32_t>(i) * group_items;
            if (index < p.pose_count) p.energies[index] = 0.5f * energy[i];
        }
    }
};

}  // namespace ndweave::apps::minibude
