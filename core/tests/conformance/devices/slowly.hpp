/// Kernels that end late.
#pragma once

namespace ndweave::conformance {

/// `x`, late enough that whoever does not wait is too early. `zero` is 0, which no compiler knows.
inline unsigned slowly(unsigned x, unsigned iterations, unsigned zero) {
    unsigned s = x + 1;
    for (unsigned k = 0; k < iterations; ++k) s = s * 1664525u + 1013904223u + (s >> 3);
    return x + (s & zero);
}

}  // namespace ndweave::conformance
