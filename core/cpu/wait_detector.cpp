#include "cpu/wait_detector.hpp"

#include <algorithm>

namespace ndweave::detail {
namespace {

/// Looks in a row at what had been seen, and how often, on average, each place was looked at in them.
constexpr std::uint64_t most_repeated = std::uint64_t{1} << 22, most_rounds = 16;

/// Places that are remembered: who looks at more of them is not taken to wait.
constexpr std::size_t most_places = std::size_t{1} << 18;

}  // namespace

void wait_detector::forget() {
    seen_.clear();
    looks_ = repeated_ = 0;
}

bool wait_detector::look(std::uint32_t item, std::uintptr_t address, std::uint64_t value) {
    const place here{address, item};
    if (looks_++ == 0 || here != last_ || value != last_value_) {
        last_ = here;
        last_value_ = value;
        const auto [found, is_new] = seen_.try_emplace(here, value);
        if (is_new) repeated_ = 0;
        if (found->second != value || seen_.size() > most_places) {
            forget();
            return false;
        }
    }
    return ++repeated_ > std::max<std::uint64_t>(most_repeated, most_rounds * seen_.size());
}

}  // namespace ndweave::detail
