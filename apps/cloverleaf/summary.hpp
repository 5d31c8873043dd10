/// What the scheme should keep, and what tells one result from another.
#pragma once

#include "fields.hpp"

namespace ndweave::apps::cloverleaf {

struct summary {
    double volume, mass, internal_energy, kinetic_energy;
};

/// Sums over the cells, on the device, then over the ranks. Waits.
summary summarize(queue&, const fields&);

}  // namespace ndweave::apps::cloverleaf
