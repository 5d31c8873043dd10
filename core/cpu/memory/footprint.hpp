/// Estimates of a launch's memory accesses from its functor's pointers.
#pragma once

#include <cstdint>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

struct footprint {
    std::uint64_t bytes = 0;       // of USM that the launch may access, limited per work-item and pointer
    std::uint32_t alignment = 64;  // of every USM pointer among the captures, 64 at most; 1 without any
};

/// Looks for USM pointers in the functor's 8-byte words. Costs one lookup per word, so it is meant for large launches.
footprint estimate_footprint(const launch& l);

}  // namespace ndweave::detail
