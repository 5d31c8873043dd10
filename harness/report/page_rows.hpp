/// Rows of records as the page embeds them: columns, repeated values once.
#pragma once

#include <vector>

#include "report/machine_kind.hpp"

namespace ndweave::harness {

/// Of all rows, in the order of the runs: {"count", "columns": {path: column}}. A path such as "fom/value" leads to a
/// member of a row; a column is {"all": value} where rows do not differ, {"of": [values], "at": [places in it, -1:
/// missing]}, or [numbers, null: missing]. Only members that the page uses are there. The samples of a row are
/// {"least": seconds, "grain": seconds, "above": [multiples of grain above least], "warm": how many of the first are
/// warm-ups}, and where there are many no more than a plot shows, the least and the largest among them.
json row_columns(const std::vector<named_results>& runs);

/// What varied while a run was measured: from the lowest to the highest load and state of the GPU.
json drift_of(const results& run);

/// Speeds of rows of a run over others that they took turns with: [row, other, ratio, low, high], of rows of the same
/// kernel, by their places in the run.
json turn_speeds(const results& run);

}  // namespace ndweave::harness
