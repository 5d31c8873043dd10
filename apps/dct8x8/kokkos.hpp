/// Interface of DCT8x8's Kokkos peer (see kokkos_peer.hpp).
#pragma once

#include <memory>

#include "kokkos_peer.hpp"
#include "stages.hpp"

namespace ndweave::apps::dct8x8 {

struct kokkos_makers {
    std::unique_ptr<stages> (*make)(const image&, const quantization&);
};

const kokkos_peer<kokkos_makers>& linked_kokkos(const kokkos_makers*);

}  // namespace ndweave::apps::dct8x8
