/// What the Kokkos peers of all apps have in common on Kokkos's side.
#pragma once

#include <Kokkos_Core.hpp>
#include <string>

#include "kokkos_peer.hpp"

namespace ndweave::apps {

/// Kokkos for the rest of the process: it can be initialized once only.
inline void start_kokkos() { static const Kokkos::ScopeGuard session; }

inline std::string kokkos_name() {
    return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
           std::to_string(KOKKOS_VERSION % 100) + " " + Kokkos::DefaultExecutionSpace::name();
}

/// True where kernels run on the host's cores: neighbouring work then belongs to one item, on a GPU to neighbours.
inline constexpr bool kokkos_on_host =
    Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace, Kokkos::HostSpace>::accessible;

/// An array on the device, of values that are there on the host.
template <class T>
Kokkos::View<T*> on_device(const T* values, std::size_t count) {
    using unmanaged = Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    const Kokkos::View<T*> device(Kokkos::view_alloc(std::string("values"), Kokkos::WithoutInitializing), count);
    Kokkos::deep_copy(device, unmanaged(values, count));
    return device;
}

template <class T>
std::vector<T> to_host(const Kokkos::View<T*>& from) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), from);
    return {host.data(), host.data() + host.size()};
}

}  // namespace ndweave::apps

/// Gives the functions in the braces, a kokkos_makers of the namespace it stands in, to the app.
#ifdef NDWEAVE_PEER_LIBRARY
#define NDWEAVE_KOKKOS_PEER_IS(...)                                                                  \
    extern "C" __attribute__((visibility("default"))) const kokkos_peer<kokkos_makers> ndweave_peer{ \
        kokkos_name, kokkos_on_host, kokkos_makers __VA_ARGS__};
#else
#define NDWEAVE_KOKKOS_PEER_IS(...)                                                                            \
    const kokkos_peer<kokkos_makers>& linked_kokkos(const kokkos_makers*) {                                    \
        static const kokkos_peer<kokkos_makers> table{kokkos_name, kokkos_on_host, kokkos_makers __VA_ARGS__}; \
        return table;                                                                                          \
    }
#endif
