/// How a part of a sub-group's lanes combine their values: by exchanges of their own, wherever the other lanes are. The
/// basis of fragments and chunks (ext/non_uniform_groups.hpp).
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "ndweave/detail/group_combination.hpp"

namespace ndweave {

namespace detail {

/// The first `count` lanes, at least one.
inline std::uint64_t first_lanes(std::uint32_t count) { return ~std::uint64_t{0} >> (64 - count); }

/// The members in front of `lane`.
inline std::uint64_t before(std::uint64_t members, std::uint32_t lane) {
    return members & ((std::uint64_t{1} << lane) - 1);
}

inline std::uint32_t count_of(std::uint64_t members) { return static_cast<std::uint32_t>(std::popcount(members)); }
inline std::uint32_t first_of(std::uint64_t members) { return static_cast<std::uint32_t>(std::countr_zero(members)); }
inline std::uint32_t last_of(std::uint64_t members) {
    return 63 - static_cast<std::uint32_t>(std::countl_zero(members));
}

/// The lane of the member that `n` others are in front of.
inline std::uint32_t lane_of(std::uint64_t members, std::uint32_t n) {
    std::uint32_t lane = 0;
    for (std::uint32_t width = 32; width > 0; width /= 2) {
        const std::uint32_t lower = count_of(members & first_lanes(width));
        if (n < lower) continue;
        n -= lower;
        members >>= width;
        lane += width;
    }
    return lane;
}

/// Some lanes of a sub-group: bit k is lane k. The calling work-item's lane is one of them.
class lane_group {
protected:
    explicit lane_group(std::uint64_t members) : members_(members) {}

    std::uint64_t members_;

    friend std::uint64_t members_of(const lane_group& g) { return g.members_; }
};

template <class Group>
concept is_lane_group = std::is_base_of_v<lane_group, Group>;

/// `value` of the member in lane `lane`.
template <class T>
T shuffle_among(std::uint64_t members, const T& value, std::uint32_t lane) {
    return exchanged(value, [=](auto bits) {
        if constexpr (sizeof bits == 4)
            return __ndweave_members_shuffle_u32(bits, lane, members);
        else
            return __ndweave_members_shuffle_u64(bits, lane, members);
    });
}

template <class Group>
bool any_lane(const Group& g, bool x) {
    return __ndweave_members_ballot(x, members_of(g)) != 0;
}
template <class Group>
bool all_lanes(const Group& g, bool x) {
    return __ndweave_members_ballot(x, members_of(g)) == members_of(g);
}

/// Each member combines what it has with what the one before it has, and asks next time the one that this one would
/// have asked (pointer jumping: Hillis and Steele, "Data parallel algorithms", CACM 1986). One without a member before
/// it asks itself.
template <class T, class Op>
T inclusive_scan_among(std::uint64_t members, T x, Op op) {
    const std::uint32_t lane = __ndweave_sub_group_local_id(), size = __ndweave_sub_group_size();
    const std::uint64_t others = before(members, lane);
    std::uint32_t asked = others != 0 ? last_of(others) : lane;
    for (std::uint32_t step = 1; step < size; step *= 2) {
        const T other = shuffle_among(members, x, asked);
        const std::uint32_t next = shuffle_among(members, asked, asked);
        if (asked == lane) continue;
        x = combined(op, other, x);
        asked = next != asked ? next : lane;
    }
    return x;
}

template <class Group, class T, class Op>
T inclusive_scan_lanes(const Group& g, T x, Op op) {
    const std::uint64_t members = members_of(g);
    if constexpr (Group::is_contiguous) {
        const std::uint32_t own = g.get_local_linear_id(), lane = __ndweave_sub_group_local_id();
        for (std::uint32_t step = 1; step < Group::most_members; step *= 2) {
            const T other = shuffle_among(members, x, own >= step ? lane - step : lane);
            if (own >= step) x = combined(op, other, x);
        }
        return x;
    } else {
        return inclusive_scan_among(members, x, op);
    }
}

template <class Group, class T, class Op>
T exclusive_scan_lanes(const Group& g, T x, T init, Op op) {
    const T inclusive = inclusive_scan_lanes(g, x, op);
    const std::uint32_t lane = __ndweave_sub_group_local_id();
    const std::uint64_t others = before(members_of(g), lane);
    const T other = shuffle_among(members_of(g), inclusive, others != 0 ? last_of(others) : lane);
    return others != 0 ? combined(op, init, other) : init;
}

template <class Group, class T, class Op>
T reduce_lanes(const Group& g, T x, Op op) {
    const std::uint64_t members = members_of(g);
    if constexpr (Group::is_contiguous) {
        const std::uint32_t own = g.get_local_linear_id(), count = g.get_local_linear_range();
        const std::uint32_t lane = __ndweave_sub_group_local_id();
        for (std::uint32_t step = Group::most_members / 2; step > 0; step /= 2) {
            const T other = shuffle_among(members, x, own + step < count ? lane + step : lane);
            if (own + step < count) x = combined(op, x, other);
        }
        return shuffle_among(members, x, lane - own);
    } else {
        return shuffle_among(members, inclusive_scan_among(members, x, op), last_of(members));
    }
}

/// The lane of the member whose linear id in the group is `id`.
template <class Group>
std::uint32_t lane_in(const Group& g, std::uint32_t id) {
    if constexpr (Group::is_contiguous)
        return __ndweave_sub_group_local_id() - g.get_local_linear_id() + id;
    else
        return lane_of(members_of(g), id);
}

/// The value of the member whose linear id is `id`, the own one where there is none.
template <class Group, class T>
T select_lane(const Group& g, T x, std::uint32_t id) {
    const std::uint32_t own = __ndweave_sub_group_local_id();
    return shuffle_among(members_of(g), x, id < g.get_local_linear_range() ? lane_in(g, id) : own);
}

}  // namespace detail

}  // namespace ndweave
