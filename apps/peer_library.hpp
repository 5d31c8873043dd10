/// Peers in libraries of their own, lib/ndweave/ndweave-peer-<app>-<model>.so beside the program's folder, because a
/// compiler makes them that need not be here: nvcc from apps/<app>/native_cuda.cu ("cuda"), the compiler of a Kokkos
/// for a device from apps/<app>/kokkos.cpp ("kokkos"). Such a library exports one table of functions, ndweave_peer, of
/// the type in apps/<app>/native_cuda.h or apps/<app>/kokkos_peer.hpp.
#pragma once

#include <stdexcept>
#include <string>

namespace ndweave::apps {

bool has_peer_library(const std::string& app, const std::string& model);

/// The peer's table. The library stays loaded. Throws unavailable.
const void* load_peer(const std::string& app, const std::string& model);

/// Why peers in the program itself cannot run on this processor, one line; empty where they can.
std::string linked_peer_missing();

/// Why the CUDA C++ peer of `app` cannot run here, one line; empty where it can.
std::string cuda_peer_missing(const std::string& app);

/// As load_peer, with the reason of cuda_peer_missing.
const void* load_cuda_peer(const std::string& app);

/// Functions of CUDA C++ peers return null, or what went wrong.
inline void check_peer(const char* message) {
    if (message) throw std::runtime_error(std::string("CUDA peer: ") + message);
}

}  // namespace ndweave::apps
