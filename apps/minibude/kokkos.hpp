/// Interface of miniBUDE's Kokkos peer (see kokkos_peer.hpp).
#pragma once

#include "docking.hpp"
#include "kokkos_peer.hpp"

namespace ndweave::apps::minibude {

/// Poses of an item on the host, where they are SIMD lanes: its docking takes no other number, and no work-groups.
inline constexpr int kokkos_host_block = 64;

struct kokkos_makers {
    std::unique_ptr<docking> (*make)(const deck&);
};

const kokkos_peer<kokkos_makers>& linked_kokkos(const kokkos_makers*);

}  // namespace ndweave::apps::minibude
