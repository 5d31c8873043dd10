#include "cpu/check/wait_detector.hpp"

#include "cpu/tuning.hpp"

namespace ndweave::detail {
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
        if (found->second != value || seen_.size() > tuning::max_recorded_places) {
            reset();
            return false;
        }
    }
    return ++repeats_ > tuning::max_repeated_reads;
}

}  // namespace ndweave::detail
