/// How fast ranks exchange messages, ghosts and sums.
#pragma once

#include <vector>

#include "app.hpp"

namespace ndweave::apps::peaks {

/// Rows of a run with ranks (README.md); collective. Bandwidths in GB/s, latencies in s.
std::vector<result> measure_rank_links(const context&);

}  // namespace ndweave::apps::peaks
