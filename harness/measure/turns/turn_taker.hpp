/// A row's side of turns (measure/turns/turn_order.hpp), in its worker.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace ndweave::harness {

/// Ends this row's turn and returns when it has the next one: whether it is settled how the rows compare.
using turn_pause = std::function<bool(std::size_t series, double seconds)>;

/// Cuts samples into turns. Stateful: told of every sample; fewer of them than before start another series.
class turn_taker {
public:
    /// `turns` of a row at least, of samples that take `min_time` seconds in all, or of as many as are `planned`.
    turn_taker(int turns, double min_time, turn_pause pause);

    /// Returns whether it is settled how the rows compare. `planned`: samples of the series; 0: nobody knows yet.
    bool after_sample(const std::vector<double>& samples, std::size_t planned);

    /// Samples of each turn, for the samples of each row: a series is the row's own, or each of its samples is the sum
    /// of those of consecutive rows (as BabelStream's kernels make an iteration). Empty for a row that is part of none.
    std::vector<std::vector<std::size_t>> turns_of(const std::vector<std::vector<double>>& rows) const;

private:
    struct series {
        std::vector<std::size_t> turns;  // samples of each that has ended
        std::size_t samples = 0;
        double seconds = 0;  // of all samples
    };

    int turns_;
    double min_time_;
    turn_pause pause_;
    std::vector<series> all_;
    std::size_t begin_ = 0;    // of the turn, in samples
    double turn_seconds_ = 0;  // of its samples so far
    bool settled_ = false;
};

}  // namespace ndweave::harness
