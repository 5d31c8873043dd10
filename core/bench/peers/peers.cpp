#include "peers.hpp"

#include <string_view>

namespace ndweave::bench {

#define NDWEAVE_DECLARE_PEERS(math_mode) \
    namespace math_mode {                \
    const peer_table& openmp_peers();    \
    const peer_table& tbb_peers();       \
    const peer_table& kokkos_peers();    \
    }
NDWEAVE_DECLARE_PEERS(strict)
NDWEAVE_DECLARE_PEERS(fast_math)

const peer_table* find_peers(const char* runtime, bool fast) {
    const std::string_view name = runtime;
    if (name == "openmp") return fast ? &fast_math::openmp_peers() : &strict::openmp_peers();
    if (name == "tbb") return fast ? &fast_math::tbb_peers() : &strict::tbb_peers();
#ifdef NDWEAVE_BENCH_KOKKOS
    if (name == "kokkos") return fast ? &fast_math::kokkos_peers() : &strict::kokkos_peers();
#endif
    return nullptr;
}

const char* peers_compiler() { return "g++ " __VERSION__; }

}  // namespace ndweave::bench
