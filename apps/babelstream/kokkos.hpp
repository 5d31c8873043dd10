/// Interface of BabelStream's Kokkos peer (see kokkos_peer.hpp).
#pragma once

#include "kokkos_peer.hpp"
#include "stream.hpp"

namespace ndweave::apps::babelstream {

struct kokkos_makers {
    std::unique_ptr<stream<float>> (*of_float)(std::size_t elements);
    std::unique_ptr<stream<double>> (*of_double)(std::size_t elements);
};

const kokkos_peer<kokkos_makers>& linked_kokkos(const kokkos_makers*);

}  // namespace ndweave::apps::babelstream
