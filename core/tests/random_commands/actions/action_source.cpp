#include "action_source.hpp"

#include <algorithm>

namespace ndweave::testing {
namespace {

constexpr std::size_t long_work = 400'000;  // iterations of all work-items: a millisecond

}  // namespace

slice action_source::part_of(std::size_t array, std::size_t unit) {
    const std::size_t units = has.arrays[array].words * sizeof(std::uint32_t) / unit;
    if (random.chance(20)) return {array, 0, units * unit};
    const std::size_t a = random.between(0, units), b = random.between(0, units);
    return {array, std::min(a, b) * unit, std::max(a, b) * unit};
}

/// A graph copies no memory that goes by way of the host.
bool action_source::can_copy(const array_setting& a) const {
    if (!recorded || a.kind != memory_kind::device) return true;
    return a.device == device || has.devices[a.device].is_cpu;
}

slice action_source::draw(bool by_kernels, std::size_t unit) {
    const auto array =
        array_where([&](const array_setting& a) { return by_kernels ? has.reaches(device, a) : can_copy(a); });
    return part_of(*array, unit);  // there is one: the device's own
}

std::optional<slice> action_source::reached_beside(const slice& other) {
    for (int attempt = 0; attempt < 8; ++attempt) {
        const slice made = reached();
        if (made.words() != 0 && !overlap(made, other)) return made;
    }
    return std::nullopt;
}

std::optional<slice> action_source::reached_by_host() {
    const auto array = array_where([](const array_setting& a) { return a.kind != memory_kind::device; });
    if (!array) return std::nullopt;
    return part_of(*array, sizeof(std::uint32_t));
}

std::uint32_t action_source::iterations(std::size_t items) {
    if (!random.chance(12)) return static_cast<std::uint32_t>(random.between(1, 4));
    return static_cast<std::uint32_t>(long_work / std::max<std::size_t>(items, 20));
}

}  // namespace ndweave::testing
