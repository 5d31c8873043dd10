/// What a run moves and computes, for the roofline.
#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace ndweave::apps::tealeaf {

struct work {
    double bytes = 0, flops = 0;
};

/// Of time steps whose solves took so many iterations: every array once a kernel, the operations of kernels.hpp as the
/// method needs them. Launches after convergence do nothing and count nothing.
work work_of(const problem&, const std::vector<std::int64_t>& iterations);

}  // namespace ndweave::apps::tealeaf
