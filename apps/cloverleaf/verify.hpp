/// Whether a run may show its figure.
#pragma once

#include <optional>

#include "app.hpp"
#include "summary.hpp"

namespace ndweave::apps::cloverleaf {

/// With a known answer: the kinetic energy within 0.001 % of `expected`, and volume and mass within 1e-9 of what they
/// were. Without one: volume within 1e-9 and mass within 0.001 %, because the published wall rule (see halo.hpp) lets a
/// little pass where gas flows along a wall. Relative differences.
verification verify(const summary& before, const summary& after, std::optional<double> expected);

}  // namespace ndweave::apps::cloverleaf
