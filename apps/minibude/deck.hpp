/// A docking problem: a protein, a ligand, a force field and the poses to try. Upstream's binary files, or one of our
/// own making.
#pragma once

#include <string>
#include <vector>

#include "atom.hpp"

namespace ndweave::apps::minibude {

struct deck {
    std::string origin;  // a folder, or "generated"
    std::vector<atom> protein;
    std::vector<atom> ligand;
    std::vector<float> poses[6];    // rotations about x, y, z (radian), translations along x, y, z
    std::vector<double> reference;  // energies; empty: evaluate them
    std::size_t pose_count() const { return poses[0].size(); }
};

/// Reads upstream's folder: protein.in, ligand.in, forcefield.in, poses.in and, where there is one, ref_energies.out;
/// the first `max_poses` of them (0: all). Throws usage_error that names file, place and reason.
deck read_deck(const std::string& folder, std::size_t max_poses);

/// The same problem for the same arguments on every machine.
deck generate_deck(std::size_t poses, std::size_t protein_atoms = 938, std::size_t ligand_atoms = 26);

}  // namespace ndweave::apps::minibude
