/// What a run moves and computes, for the roofline.
#pragma once

#include <vector>

#include "declared_work.hpp"
#include "mesh.hpp"

namespace ndweave::apps::lulesh {

/// Of `steps` time steps. Operations of an element vary by a percent, for some depend on its state: an element at rest
/// is what counts.
work work_of(int edge, const std::vector<region_class>&, std::int32_t steps);

}  // namespace ndweave::apps::lulesh
