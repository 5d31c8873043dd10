#include "cpu/check/wait_detector.hpp"

namespace ndweave::detail {
namespace {

/// Consecutive reads of known values after which a work-item is taken to wait.
constexpr std::uint64_t max_repeats = std::uint64_t{1} << 22;

/// Places that are recorded: a work-item that reads more of them is not taken to wait. Each is read 16 times before the
/// other limit is reached.
constexpr std::size_t max_places = std::size_t{1} << 18;

}  // namespace

void wait_detector::reset() {
    seen_ = decltype(seen_)();  // clear() would keep the buckets and visit all of them each time
    repeats_ = 0;
}

bool wait_detector::is_stuck(std::uint32_t item, std::uintptr_t address, std::uint64_t value) {
    const place here{address, item};
    if (seen_.empty() || here != last_ || value != last_value_) {
        last_ = here;
        last_value_ = value;
        const auto [found, is_new] = seen_.try_emplace(here, value);
        if (is_new) repeats_ = 0;
        if (found->second != value || seen_.size() > max_places) {
            reset();
            return false;
        }
    }
    return ++repeats_ > max_repeats;
}

}  // namespace ndweave::detail
