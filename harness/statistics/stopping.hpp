/// When a measurement has enough samples.
#pragma once

#include <vector>

namespace ndweave::harness {

/// Relative precision, bounded by time and count. Stateful: call once after every sample; fewer samples than at the
/// last call start another series.
class stopping_rule {
public:
    /// Takes at least `min_time` seconds of samples, and at most four times that.
    explicit stopping_rule(double min_time) : min_time_(min_time) {}

    /// True when the 95 % interval of the median is within 1 % of it (after min_time and 5 samples) and all that the
    /// samples are for is `settled`, or a bound is met.
    bool operator()(const std::vector<double>& samples, bool settled = true);

private:
    double min_time_;
    double total_ = 0;
    std::size_t seen_ = 0;
    std::size_t next_check_ = 5;
};

}  // namespace ndweave::harness
