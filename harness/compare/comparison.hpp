/// Compares two sets of records.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "statistics/shift.hpp"

namespace ndweave::harness {

enum class verdict { faster, slower, same, unclear, broken, missing };

template <>
inline constexpr auto words<verdict> = std::array{"faster", "slower", "same", "unclear", "broken", "missing"};

/// One pair. Ratios are new time over base time: above 1 is slower.
struct comparison {
    std::string key;   // pair_key of its rows
    std::string name;  // app/column/size/params/kernel
    verdict found = verdict::unclear;
    bool tested = false;  // both sides have times: else the numbers below say nothing
    double ratio = 1, low = 1, high = 1;
    double p = 1;           // adjusted for the number of pairs
    double detectable = 0;  // smallest relative change that would have been seen 4 times out of 5
    std::string note;       // why broken, missing or unclear
    std::optional<figure_of_merit> base_fom, new_fom;
};

/// What identifies a pair: app, kernel, size, parameters, backend, strategy and hw_id.
std::string pair_key(const record& row);

/// Rows of two files. With 5 or more rows of a pair on both sides each row is one observation, otherwise the rows'
/// samples in blocks are. `threshold`: the relative change that matters (0.05).
std::vector<comparison> compare_files(const std::vector<record>& base, const std::vector<record>& next,
                                      double threshold);

/// Rows measured alternately, rounds of both sides in step: base[i] and next[i] are one round. A row's lower decile
/// represents it. The verdicts hold under optional stopping: one may look after every round.
std::vector<comparison> compare_rounds(const std::vector<std::vector<record>>& base,
                                       const std::vector<std::vector<record>>& next, double threshold);

}  // namespace ndweave::harness
