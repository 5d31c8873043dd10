/// What a run moves and computes, for the roofline.
#pragma once

#include <cstdint>
#include <vector>

#include "declared_work.hpp"
#include "problem.hpp"

namespace ndweave::apps::tealeaf {

/// Of time steps whose solves took so many iterations. Launches after convergence do nothing and count nothing.
work work_of(const problem&, const std::vector<std::int64_t>& iterations);

}  // namespace ndweave::apps::tealeaf
