/// Kokkos peers. apps/<app>/kokkos.cpp says what Kokkos brings to the app, behind the interface that all versions
/// share; it is linked into the program where the Kokkos found is one for the host, and a library (peer_library.hpp)
/// where it is one for a device, whose compiler alone takes it. Either compiler must be on the C++ library of the
/// other, for C++ types pass between.
#pragma once

#include <string>

#include "app.hpp"
#include "peer_library.hpp"

namespace ndweave::apps {

/// What a peer's library exports as ndweave_peer. `Make`: functions that make the app's objects; the first starts
/// Kokkos.
template <class Make>
struct kokkos_peer {
    std::string (*name)();  // "4.6.2 Cuda": the version and the execution space that kernels run in
    bool on_host;           // kernels run on the host's cores
    Make make;
};

/// What is linked into the program: null where nothing is. Apps that have such a peer declare linked_kokkos beside
/// their `Make`.
template <class Make>
const kokkos_peer<Make>* linked_kokkos_peer() {
#ifdef NDWEAVE_KOKKOS_PEER
    return &linked_kokkos(static_cast<const Make*>(nullptr));
#else
    return nullptr;
#endif
}

/// Why no Kokkos peer of `app` can run here; empty where one can.
template <class Make>
std::string kokkos_missing(const std::string& app) {
    if (has_peer_library(app, "kokkos")) return "";
    if (linked_kokkos_peer<Make>()) return linked_peer_missing();
    return "build with Kokkos (on Debian: libtrilinos-kokkos-dev) or name one in CMAKE_PREFIX_PATH";
}

/// The library's peer where there is a library, else what is linked. Throws unavailable.
template <class Make>
const kokkos_peer<Make>& kokkos_peer_of(const std::string& app) {
    if (has_peer_library(app, "kokkos")) return *static_cast<const kokkos_peer<Make>*>(load_peer(app, "kokkos"));
    if (const std::string reason = kokkos_missing<Make>(app); !reason.empty()) throw unavailable(reason);
    return *linked_kokkos_peer<Make>();
}

/// Tells in each row which Kokkos it was.
inline std::vector<result> with_kokkos_name(std::vector<result> rows, const std::string& name) {
    for (result& row : rows) row.notes["kokkos"] = name;
    return rows;
}

}  // namespace ndweave::apps
