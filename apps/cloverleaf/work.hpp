/// What a run moves and computes, for the roofline.
#pragma once

#include "declared_work.hpp"
#include "problem.hpp"

namespace ndweave::apps::cloverleaf {

/// Of `steps` time steps. Ghosts are left out.
work work_of(const uniform_grid&, std::int64_t steps);

}  // namespace ndweave::apps::cloverleaf
