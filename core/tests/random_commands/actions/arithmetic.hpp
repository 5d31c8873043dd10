/// What kernels compute, on devices and in the model.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::testing {

/// No compiler knows it without executing the iterations.
constexpr std::uint32_t mixed(std::uint32_t x, std::uint32_t iterations) {
    for (std::uint32_t t = 0; t < iterations; ++t) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 15;
    }
    return x;
}

/// What a kernel reads of its input: `from` at some place that depends on `i`, as often as it lasts.
struct input {
    const std::uint32_t* from;
    std::size_t words;
    std::uint32_t salt, iterations;

    constexpr std::uint32_t operator()(std::size_t i) const {
        return mixed(from[(i * 3 + salt % 7) % words] + salt, iterations);
    }
};

}  // namespace ndweave::testing
