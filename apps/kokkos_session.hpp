/// Kokkos for the rest of the process: it can be initialized once only.
#pragma once

#include <Kokkos_Core.hpp>
#include <string>

namespace ndweave::apps {

inline void start_kokkos() { static const Kokkos::ScopeGuard session; }

/// "4.6.2 Cuda": the version and the execution space that kernels run in.
inline std::string kokkos_name() {
    return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
           std::to_string(KOKKOS_VERSION % 100) + " " + Kokkos::DefaultExecutionSpace::name();
}

/// True where kernels run on the host's cores: neighbouring work then belongs to one item, on a GPU to neighbours.
inline constexpr bool kokkos_on_host =
    Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace, Kokkos::HostSpace>::accessible;

}  // namespace ndweave::apps
