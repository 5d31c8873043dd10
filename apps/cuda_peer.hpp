/// Peers in CUDA C++: lib/ndweave/ndweave-peer-<app>-cuda.so beside the program's folder, made from
/// apps/<app>/native_cuda.cu where nvcc is. Such a library exports one table of functions, ndweave_peer, of the type in
/// apps/<app>/native_cuda.h; a function returns null, or what went wrong.
#pragma once

#include <stdexcept>
#include <string>

namespace ndweave::apps {

/// Why the peer of `app` cannot run here, one line; empty where it can.
std::string cuda_peer_missing(const std::string& app);

/// The peer's table. The library stays loaded. Throws unavailable.
const void* load_cuda_peer(const std::string& app);

inline void check_peer(const char* message) {
    if (message) throw std::runtime_error(std::string("CUDA peer: ") + message);
}

}  // namespace ndweave::apps
