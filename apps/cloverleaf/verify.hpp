/// Whether a run may show its figure.
#pragma once

#include <optional>

#include "app.hpp"
#include "summary.hpp"

namespace ndweave::apps::cloverleaf {

/// With a known answer: the kinetic energy within a tolerance of `expected`; always: the volume within 1e-9 and the
/// mass within a tolerance of what they were. Relative differences.
verification verify(const summary& before, const summary& after, std::optional<double> expected, const tolerances&);

}  // namespace ndweave::apps::cloverleaf
