/// `harness explain` as people read it.
#pragma once

#include <string>

#include "record/safe_json.hpp"

namespace ndweave::harness {

/// The title and a block per kernel: strategy and reason, regions, loops, what is kept, times. `whole`: every slot and
/// region by itself instead of their sums.
std::string to_text(const std::string& title, const json& kernels, bool whole);

}  // namespace ndweave::harness
