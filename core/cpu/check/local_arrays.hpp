/// The arrays in the local memory of a checked launch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi.h"
#include "ndweave/handler.hpp"

namespace ndweave::detail {

class local_arrays {
public:
    /// Those that the kernel declares, then the launch's; they begin at `start`.
    local_arrays(const void* start, const ndw_compiled_kernel& kernel, const launch& l);

    /// Whether the bytes from `address` on are within one of them.
    bool hold(std::uintptr_t address, std::uint64_t bytes) const;

    /// "at byte 40 of a local_accessor of 40 bytes"
    std::string place_text(std::uintptr_t address) const;

private:
    struct array {
        std::uintptr_t begin;
        std::uint64_t bytes;
        const char* what;
    };

    const std::uintptr_t start_;
    std::vector<array> arrays_;  // in the order of their addresses
};

}  // namespace ndweave::detail
