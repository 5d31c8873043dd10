/// Predictions for people and programs.
#pragma once

#include <string>
#include <vector>

#include "predict/rows.hpp"
#include "record/members.hpp"

namespace ndweave::harness {

/// A line for each number of ranks, and where scaling ends. `weak`: the cells of a rank stay the same.
std::string prediction_table(const scaling_study&, const std::vector<prediction>&, bool weak);

/// {app, kernel, backend, cells, rounds, weak, half_efficient_ranks, fastest_ranks, predictions: [{ranks, parts, …}]},
/// times in s of a round.
json prediction_json(const scaling_study&, const std::vector<prediction>&, bool weak);

}  // namespace ndweave::harness
