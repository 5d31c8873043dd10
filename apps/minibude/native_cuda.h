/// Interface of miniBUDE's CUDA C++ peer (see peer_library.hpp).
#pragma once

#include <cstdint>

#include "atom.hpp"

namespace ndweave::apps::minibude {

struct cuda_functions {
    /// The deck on the first GPU; `poses` are six arrays of `pose_count` values, as in deck.
    const char* (*create)(const atom* protein, std::int32_t protein_atoms, const atom* ligand,
                          std::int32_t ligand_atoms, const float* const poses[6], std::uint32_t pose_count,
                          void** docking);
    void (*destroy)(void* docking);
    /// `ppwi` is a power of two up to 128. Returns when done.
    const char* (*evaluate)(void* docking, int ppwi, int work_group);
    /// Most threads of a block.
    const char* (*largest_block)(int ppwi, int* threads);
    const char* (*assign_energies)(void* docking, const float* values);
    const char* (*read_energies)(void* docking, float* values);
};

}  // namespace ndweave::apps::minibude
