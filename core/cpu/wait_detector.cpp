#include "cpu/wait_detector.hpp"

namespace ndweave::detail {
namespace {

/// Looks in a row at what had been seen.
constexpr std::uint64_t most_repeated = std::uint64_t{1} << 22;

/// Places that are remembered: who looks at more of them is not taken to wait. Each was looked at 16 times then.
constexpr std::size_t most_places = std::size_t{1} << 18;

}  // namespace

void wait_detector::forget() {
    seen_ = decltype(seen_)();  // clear() would keep the buckets, and go through all of them each time
    repeated_ = 0;
}

bool wait_detector::look(std::uint32_t item, std::uintptr_t address, std::uint64_t value) {
    const place here{address, item};
    if (seen_.empty() || here != last_ || value != last_value_) {
        last_ = here;
        last_value_ = value;
        const auto [found, is_new] = seen_.try_emplace(here, value);
        if (is_new) repeated_ = 0;
        if (found->second != value || seen_.size() > most_places) {
            forget();
            return false;
        }
    }
    return ++repeated_ > most_repeated;
}

}  // namespace ndweave::detail
