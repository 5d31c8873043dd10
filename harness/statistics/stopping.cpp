#include "statistics/stopping.hpp"

#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

constexpr std::size_t min_samples = 5;        // below this an interval says nothing
constexpr std::size_t max_samples = 100'000;  // keeps records readable for kernels of microseconds
constexpr double max_times = 4;               // times min_time, for samples that never settle
constexpr double wanted_half_width = 0.01;

}  // namespace

bool stopping_rule::operator()(const std::vector<double>& samples, bool settled) {
    if (samples.size() <= seen_) *this = stopping_rule(min_time_);
    for (; seen_ < samples.size(); ++seen_) total_ += samples[seen_];
    if (seen_ >= max_samples || total_ >= max_times * min_time_)
        return seen_ >= 2 || total_ >= 2 * max_times * min_time_;
    if (!settled || seen_ < min_samples || total_ < min_time_ || seen_ < next_check_) return false;
    next_check_ = seen_ + seen_ / 4 + 1;  // the interval costs more than a short sample: look rarely
    const double centre = median(samples);
    const interval confidence = bootstrap_median(samples);
    return confidence.high - confidence.low <= 2 * wanted_half_width * centre;
}

}  // namespace ndweave::harness
