#pragma once

#include <stdexcept>

namespace ndweave::bench {

/// This machine lacks a peer or device: the benchmark is skipped with the text.
struct unavailable : std::runtime_error {
    using runtime_error::runtime_error;
};

}  // namespace ndweave::bench
