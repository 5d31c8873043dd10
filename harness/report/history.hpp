/// Figures over the time: those of results/history.jsonl and of the records themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/machine_kind.hpp"

namespace ndweave::harness {

/// A figure of one run: a line of the history (results/history.py).
struct history_line {
    std::string date;     // YYYY-MM-DD
    std::string machine;  // its kind
    std::string commit;   // empty: not known
    std::string
        what;  // of the harness's rows their name; with "check mode: " or the like in front where the file says so
    std::string unit;
    std::string statistic;  // of the samples: "median", "best"; "value" where the record does not say
    double value = 0;
    std::optional<double> low, high;  // 95 % interval
    std::size_t samples = 0;          // 0: not known
};

/// The lines of a history that hold a figure > 0; counts alone, as of random kernels, are left out. Throws
/// std::runtime_error with the file, the line and what is wrong with it.
std::vector<history_line> read_history(const std::string& path);

/// The same of records.
std::vector<history_line> lines_of_records(const std::vector<named_results>& runs);

/// How the last figure of a series stands to the one before.
struct last_step {
    double ratio = 1, low = 0, high = 0;  // last by before, with its 95 % interval
    double p = 1;                         // of so large a difference by chance, with Holm's correction for all series
};

/// One figure on one kind of machine, the oldest first.
struct history_series {
    std::vector<history_line> lines;
    std::vector<std::size_t> changes;  // indices of the first line of each new level
    std::optional<last_step> last;     // of two lines and more
};

/// Lines of the history and those of records that it lacks, as series. A figure scatters by its own interval and by
/// what runs of a machine differ, estimated from all its series (deviation_of_neighbours); changes are told from that
/// at a rate of false ones of 1 %, and are 5 % large at least.
std::vector<history_series> series_of(std::vector<history_line> history, const std::vector<history_line>& of_records);

/// What the page embeds: each series' members by name, dates and other repeated words by their place in lists.
json history_columns(const std::vector<history_series>& all);

}  // namespace ndweave::harness
