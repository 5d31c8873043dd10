/// SYCL 2020 group functions and algorithms (4.17.3, 4.17.4) for work-groups, sub-groups and parts of these
/// (ext/non_uniform_groups.hpp), of one value a work-item. All work-items of the group call them together. Values are
/// trivially copyable; those that are combined by work-groups have at most 16 bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "ndweave/detail/group_combination.hpp"
#include "ndweave/detail/lane_group.hpp"
#include "ndweave/functional.hpp"

namespace ndweave {

namespace detail {

/// A part of a value that is too large for the group's scratch.
struct alignas(16) scratch_part {
    std::uint64_t words[2];
};

template <class Group, class T>
T broadcast_in_parts(const Group& g, const T& x, typename Group::linear_id_type source);

}  // namespace detail

/// Whether group functions take it (SYCL 2020, 4.17.2.1).
template <class Group>
struct is_group : std::bool_constant<detail::is_sub_group<Group> || detail::is_lane_group<Group>> {};
template <int D>
struct is_group<group<D>> : std::true_type {};
template <class Group>
inline constexpr bool is_group_v = is_group<Group>::value;

/// The value of the work-item whose linear id in the group is `source`. It may be of any size.
template <class Group, class T>
T group_broadcast(const Group& g, T x, typename Group::linear_id_type source = 0) {
    if constexpr (detail::is_sub_group<Group>) {
        return detail::shuffle(x, source);
    } else if constexpr (detail::is_lane_group<Group>) {
        return detail::shuffle_among(members_of(g), x, detail::lane_in(g, source));
    } else if constexpr (!detail::is_group_value<T>) {
        return detail::broadcast_in_parts(g, x, source);
    } else {
        T* const cell = detail::group_scratch<T>();
        if (g.get_local_linear_id() == source) *cell = x;
        __ndweave_barrier();
        const T result = *cell;
        detail::release_group_scratch();
        return result;
    }
}
template <class Group, class T>
requires(!std::is_convertible_v<typename Group::id_type, std::size_t> || Group::dimensions > 1)
T group_broadcast(const Group& g, T x, typename Group::id_type source) {
    std::size_t linear = 0;
    for (int d = 0; d < Group::dimensions; ++d) linear = linear * g.get_local_range()[d] + source[d];
    return group_broadcast(g, x, linear);
}

namespace detail {

template <class Group, class T>
T broadcast_in_parts(const Group& g, const T& x, typename Group::linear_id_type source) {
    static_assert(std::is_trivially_copyable_v<T>, "group_broadcast takes trivially copyable values");
    constexpr std::size_t count = (sizeof(T) + sizeof(scratch_part) - 1) / sizeof(scratch_part);
    scratch_part parts[count] = {};
    std::memcpy(parts, &x, sizeof(T));
    [&]<std::size_t... K>(std::index_sequence<K...>) {
        ((parts[K] = group_broadcast(g, parts[K], source)), ...);
    }(std::make_index_sequence<count>());
    T result;
    std::memcpy(static_cast<void*>(&result), parts, sizeof(T));
    return result;
}

}  // namespace detail

/// `op` over the values of all work-items, in any order and grouping; every work-item gets it.
template <class Group, class T, class Op>
T reduce_over_group(const Group& g, T x, Op op) {
    if constexpr (detail::is_sub_group<Group>) {
        return detail::reduce_sub_group(g, x, op);
    } else if constexpr (detail::is_lane_group<Group>) {
        return detail::reduce_lanes(g, x, op);
    } else if (detail::has_lanes()) {
        return detail::reduce_on_gpu(g.get_local_linear_range(), x, op);
    } else {
        return detail::reduce_on_cpu(g.get_local_linear_id(), g.get_local_linear_range(), x, op);
    }
}
template <class Group, class V, class T, class Op>
T reduce_over_group(const Group& g, V x, T init, Op op) {
    return detail::combined(op, init, reduce_over_group(g, static_cast<T>(x), op));
}

/// `op` over the values of the work-items up to and including this one, in linear order.
template <class Group, class T, class Op>
T inclusive_scan_over_group(const Group& g, T x, Op op) {
    if constexpr (detail::is_sub_group<Group>) {
        return detail::inclusive_scan_sub_group(g, x, op);
    } else if constexpr (detail::is_lane_group<Group>) {
        return detail::inclusive_scan_lanes(g, x, op);
    } else if (detail::has_lanes()) {
        return detail::inclusive_scan_on_gpu(g.get_local_linear_range(), x, op);
    } else {
        return detail::inclusive_scan_on_cpu(g.get_local_linear_id(), g.get_local_linear_range(), x, op);
    }
}
template <class Group, class V, class Op, class T>
T inclusive_scan_over_group(const Group& g, V x, Op op, T init) {
    return detail::combined(op, init, inclusive_scan_over_group(g, static_cast<T>(x), op));
}

/// `op` over `init` and the values of the work-items before this one, in linear order.
template <class Group, class V, class T, class Op>
T exclusive_scan_over_group(const Group& g, V x, T init, Op op) {
    if constexpr (detail::is_sub_group<Group>) {
        const std::uint32_t lane = g.get_local_linear_id();
        const T inclusive = detail::inclusive_scan_sub_group(g, static_cast<T>(x), op);
        const T before = detail::shuffle(inclusive, lane > 0 ? lane - 1 : 0);
        return lane > 0 ? detail::combined(op, init, before) : init;
    } else if constexpr (detail::is_lane_group<Group>) {
        return detail::exclusive_scan_lanes(g, static_cast<T>(x), init, op);
    } else if (detail::has_lanes()) {
        const std::size_t items = g.get_local_linear_range();
        const sub_group sub = detail::sub_group_of(items);
        const std::uint32_t lane = sub.get_local_linear_id(), number = sub.get_group_linear_id();
        T* const parts = detail::group_scratch<T>();
        const T inclusive = detail::inclusive_scan_on_gpu(items, static_cast<T>(x), op);
        const T before = detail::shuffle(inclusive, lane > 0 ? lane - 1 : 0);
        if (lane + 1 == sub.get_local_linear_range()) parts[number] = inclusive;
        __ndweave_barrier();
        T result = init;
        if (lane > 0) {
            result = detail::combined(op, init, before);
        } else if (number > 0) {
            result = detail::combined(op, init, parts[number - 1]);
        }
        __ndweave_scratch_barrier();
        return result;
    } else {
        T* const values = detail::group_scratch<T>();
        const std::size_t lid = g.get_local_linear_id();
        const T inclusive = detail::inclusive_scan_on_cpu(lid, g.get_local_linear_range(), static_cast<T>(x), op);
        values[lid] = inclusive;
        __ndweave_barrier();
        const T result = lid > 0 ? detail::combined(op, init, values[lid - 1]) : init;
        __ndweave_barrier();
        return result;
    }
}
template <class Group, class T, class Op>
T exclusive_scan_over_group(const Group& g, T x, Op op) {
    return exclusive_scan_over_group(g, x, known_identity_v<Op, T>, op);
}

template <class Group>
bool any_of_group(const Group& g, bool x) {
    if constexpr (detail::is_lane_group<Group>)
        return detail::any_lane(g, x);
    else
        return reduce_over_group(g, static_cast<std::uint32_t>(x), bit_or<>()) != 0;
}
template <class Group>
bool all_of_group(const Group& g, bool x) {
    if constexpr (detail::is_lane_group<Group>)
        return detail::all_lanes(g, x);
    else
        return reduce_over_group(g, static_cast<std::uint32_t>(x), bit_and<>()) != 0;
}
template <class Group>
bool none_of_group(const Group& g, bool x) {
    return !any_of_group(g, x);
}
template <class Group, class T, class Predicate>
bool any_of_group(const Group& g, T x, Predicate predicate) {
    return any_of_group(g, static_cast<bool>(predicate(x)));
}
template <class Group, class T, class Predicate>
bool all_of_group(const Group& g, T x, Predicate predicate) {
    return all_of_group(g, static_cast<bool>(predicate(x)));
}
template <class Group, class T, class Predicate>
bool none_of_group(const Group& g, T x, Predicate predicate) {
    return none_of_group(g, static_cast<bool>(predicate(x)));
}

/// The value of lane `source` of the sub-group.
template <class T>
T select_from_group(const sub_group&, T x, id<1> source) {
    return detail::shuffle(x, static_cast<std::uint32_t>(source[0]));
}
/// The value of the lane `delta` further on; unspecified if there is none.
template <class T>
T shift_group_left(const sub_group& g, T x, std::uint32_t delta = 1) {
    const std::uint32_t lane = g.get_local_linear_id() + delta;
    return detail::shuffle(x, lane < g.get_local_linear_range() ? lane : lane - delta);
}
/// The value of the lane `delta` further back; unspecified if there is none.
template <class T>
T shift_group_right(const sub_group& g, T x, std::uint32_t delta = 1) {
    const std::uint32_t lane = g.get_local_linear_id();
    return detail::shuffle(x, lane >= delta ? lane - delta : lane);
}
/// The value of the lane whose number differs in the bits of `mask`; unspecified if there is none.
template <class T>
T permute_group_by_xor(const sub_group& g, T x, std::uint32_t mask) {
    const std::uint32_t lane = g.get_local_linear_id(), other = lane ^ mask;
    return detail::shuffle(x, other < g.get_local_linear_range() ? other : lane);
}

/// The same of a part of a sub-group, by the work-items' ids in it.
template <detail::is_lane_group Group, class T>
T select_from_group(const Group& g, T x, id<1> source) {
    return detail::select_lane(g, x, static_cast<std::uint32_t>(source[0]));
}
template <detail::is_lane_group Group, class T>
T shift_group_left(const Group& g, T x, std::uint32_t delta = 1) {
    return detail::select_lane(g, x, g.get_local_linear_id() + delta);
}
template <detail::is_lane_group Group, class T>
T shift_group_right(const Group& g, T x, std::uint32_t delta = 1) {
    const std::uint32_t own = g.get_local_linear_id();
    return detail::select_lane(g, x, own >= delta ? own - delta : own);
}
template <detail::is_lane_group Group, class T>
T permute_group_by_xor(const Group& g, T x, std::uint32_t mask) {
    return detail::select_lane(g, x, g.get_local_linear_id() ^ mask);
}

}  // namespace ndweave
