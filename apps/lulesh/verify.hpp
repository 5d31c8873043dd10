/// What a finished run must satisfy.
#pragma once

#include <vector>

#include "app.hpp"

namespace ndweave::apps::lulesh {

/// Differences across the diagonal of the plane z = 0: the blast is symmetric.
struct symmetry_report {
    double largest_absolute = 0, total_absolute = 0, largest_relative = 0;
};
symmetry_report symmetry_of(const std::vector<double>& energies, int edge);

/// Iterations and origin energy of the standard problem, where they are known; else the symmetry alone. `expect` (the
/// origin energy) overrules.
verification verify(const context&, int edge, std::int64_t cycles, bool cut_short, const std::vector<double>& energies);

}  // namespace ndweave::apps::lulesh
