/// `harness explain` as people read it.
#pragma once

#include <string>

#include "measure/measurement.hpp"

namespace ndweave::harness {

/// A block per kernel: strategy and reason, regions, loops, what is kept, times. `whole`: every slot and region by
/// itself instead of their sums.
std::string to_text(const measurement& m, const json& kernels, bool whole);

}  // namespace ndweave::harness
