/// What actions of one device are drawn from.
#pragma once

#include <optional>

#include "setting/setting.hpp"

namespace ndweave::testing {

class action_source {
public:
    /// `recorded`: actions for a graph. Those of different threads mostly use different arrays, so that they need not
    /// wait for each other.
    action_source(random_source& random, const setting& s, std::size_t device, std::size_t thread, bool recorded)
        : random(random), has(s), device(device), thread(thread), recorded(recorded) {}

    /// Words that kernels and fills reach; may be none.
    slice reached() { return draw(true, sizeof(std::uint32_t)); }
    /// The same at any byte.
    slice reached_bytes() { return draw(true, 1); }
    /// Bytes that copies of the device's queues reach.
    slice copied_bytes() { return draw(false, 1); }
    /// One word or more that kernels reach, but for those of `other`; none if there are no such words.
    std::optional<slice> reached_beside(const slice& other);
    /// Words that the host itself reaches; none where there are no such arrays.
    std::optional<slice> reached_by_host();

    /// How often the work of a work-item is repeated: now and then so that `items` of them take long.
    std::uint32_t iterations(std::size_t items);

    random_source& random;
    const setting& has;
    const std::size_t device, thread;
    const bool recorded;

private:
    slice draw(bool by_kernels, std::size_t unit);
    slice part_of(std::size_t array, std::size_t unit);
    bool can_copy(const array_setting&) const;

    /// One of those for which `condition` holds; none where there are none.
    template <class Condition>
    std::optional<std::size_t> array_where(const Condition& condition) {
        std::vector<std::size_t> all, own;
        for (std::size_t n = 0; n < has.arrays.size(); ++n) {
            if (!condition(has.arrays[n])) continue;
            all.push_back(n);
            if (n % has.threads == thread) own.push_back(n);
        }
        if (all.empty()) return std::nullopt;
        return random.of(own.empty() || random.chance(has.strange_arrays) ? all : own);
    }
};

}  // namespace ndweave::testing
