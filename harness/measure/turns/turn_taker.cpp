#include "measure/turns/turn_taker.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

constexpr double rounding = 1e-9;  // of a sum of samples

}  // namespace

turn_taker::turn_taker(int turns, double min_time, turn_pause pause)
    : turns_(turns), min_time_(min_time), pause_(std::move(pause)) {}

bool turn_taker::after_sample(const std::vector<double>& samples, std::size_t planned) {
    if (all_.empty() || samples.size() <= all_.back().samples) {
        all_.emplace_back();
        begin_ = 0;
        turn_seconds_ = 0;
        settled_ = false;
    }
    series& here = all_.back();
    here.samples = samples.size();
    here.seconds += samples.back();
    turn_seconds_ += samples.back();
    const std::size_t taken = samples.size() - begin_;
    const bool is_over = planned > 0 ? taken * static_cast<std::size_t>(turns_) >= planned
                                     : turn_seconds_ >= min_time_ / static_cast<double>(turns_);
    if (!is_over) return settled_;
    here.turns.push_back(taken);
    settled_ = pause_(all_.size() - 1, median({samples.begin() + static_cast<std::ptrdiff_t>(begin_), samples.end()}));
    begin_ = samples.size();
    turn_seconds_ = 0;
    return settled_;
}

std::vector<std::vector<std::size_t>> turn_taker::turns_of(const std::vector<std::vector<double>>& rows) const {
    std::vector<std::vector<std::size_t>> found(rows.size());
    for (std::size_t first = 0; first < rows.size(); ++first) {
        for (const series& s : all_) {
            // The rows from here on that add up to it.
            double seconds = 0;
            std::size_t end = first;
            while (end < rows.size() && rows[end].size() == s.samples && seconds < s.seconds * (1 - rounding))
                seconds += std::accumulate(rows[end].begin(), rows[end].end(), 0.0), ++end;
            if (std::abs(seconds - s.seconds) > s.seconds * rounding) continue;
            std::vector<std::size_t> turns = s.turns;
            const std::size_t counted = std::accumulate(turns.begin(), turns.end(), std::size_t{0});
            if (counted < s.samples) turns.push_back(s.samples - counted);  // the last one, which nothing followed
            std::fill(found.begin() + static_cast<std::ptrdiff_t>(first),
                      found.begin() + static_cast<std::ptrdiff_t>(end), turns);
            first = end - 1;
            break;
        }
    }
    return found;
}

}  // namespace ndweave::harness
