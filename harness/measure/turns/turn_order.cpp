#include "measure/turns/turn_order.hpp"

#include <chrono>
#include <tuple>

#include "statistics/turn_ratio.hpp"
#include "system/interrupt.hpp"

namespace ndweave::harness {

turn_order::turn_order(std::size_t rows) : places_(rows) {}

void turn_order::begin(std::size_t row) {
    std::unique_lock lock(mutex_);
    wait_for_turn(lock, row);
    places_[row].begun = true;
}

bool turn_order::next(std::size_t row, std::size_t series, double seconds) {
    std::unique_lock lock(mutex_);
    place& here = places_[row];
    if (here.series != series) here.turns = 0;
    here.series = series;
    ++here.turns;
    seconds_[series][row].push_back(seconds);
    choose();
    wait_for_turn(lock, row);
    return is_settled(series);
}

void turn_order::end(std::size_t row) {
    const std::lock_guard lock(mutex_);
    places_[row].ended = true;
    choose();
}

void turn_order::choose() {
    const auto key = [&](std::size_t row) {
        const place& p = places_[row];
        return std::tuple(p.begun, p.series, p.turns, row);
    };
    std::size_t chosen = places_.size();
    for (std::size_t row = 0; row < places_.size(); ++row) {
        if (!places_[row].ended && (chosen == places_.size() || key(row) < key(chosen))) chosen = row;
    }
    running_ = chosen;
    changed_.notify_all();
}

void turn_order::wait_for_turn(std::unique_lock<std::mutex>& lock, std::size_t row) {
    using namespace std::chrono_literals;
    while (running_ != row && interrupted_by() == 0) changed_.wait_for(lock, 50ms);  // signals wake nobody
}

bool turn_order::is_settled(std::size_t series) const {
    const auto& rows = seconds_.at(series);
    for (auto one = rows.begin(); one != rows.end(); ++one) {
        for (auto other = std::next(one); other != rows.end(); ++other) {
            if (places_[one->first].ended || places_[other->first].ended) continue;  // cannot be repeated
            if (!ratio_of_turns(one->second, other->second).is_settled()) return false;
        }
    }
    return true;
}

}  // namespace ndweave::harness
