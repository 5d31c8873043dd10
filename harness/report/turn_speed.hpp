/// How much faster a row is than another that it took turns with.
#pragma once

#include <optional>
#include <string>

#include "record/record.hpp"
#include "statistics/turn_ratio.hpp"

namespace ndweave::harness {

/// The other's seconds over the row's, of each turn by the statistic that the row's figure is made from. Nothing where
/// one of them took no turns or has no figure.
std::optional<turn_ratio> speed_beside(const record& row, const record& other);

/// "1.04 ±2 %"; "0.31 to 0.48" where it is not known to 10 %, and "1.04 ±?" where too few turns say nothing of that;
/// with "~" in front where it is not settled which is faster.
std::string describe(const turn_ratio&);

}  // namespace ndweave::harness
