/// SYCL 2020 group functions and algorithms (4.17.3, 4.17.4) for work-groups and sub-groups. All work-items of the
/// group call them together. Values are trivially copyable and at most 16 bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "ndweave/functional.hpp"
#include "ndweave/nd_item.hpp"

namespace ndweave {

namespace detail {

template <class T>
inline constexpr bool is_group_value = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;

template <class Group>
inline constexpr bool is_sub_group = std::is_same_v<Group, sub_group>;

/// `value` of lane `lane`, whatever its type: as one or two 32- or 64-bit exchanges.
template <class T>
T shuffle(const T& value, std::uint32_t lane) {
    static_assert(is_group_value<T>, "sub-group exchanges take trivially copyable values of at most 16 bytes");
    T result;
    if constexpr (sizeof(T) <= 4) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof(T));
        bits = __ndweave_shuffle_u32(bits, lane);
        std::memcpy(static_cast<void*>(&result), &bits, sizeof(T));
    } else {
        std::uint64_t bits[2] = {0, 0};
        std::memcpy(bits, &value, sizeof(T));
        bits[0] = __ndweave_shuffle_u64(bits[0], lane);
        if constexpr (sizeof(T) > 8) bits[1] = __ndweave_shuffle_u64(bits[1], lane);
        std::memcpy(static_cast<void*>(&result), bits, sizeof(T));
    }
    return result;
}

/// The work-group's scratch as an array: of one element a work-item, on GPUs of one a sub-group.
template <class T>
T* group_scratch() {
    static_assert(is_group_value<T>, "group algorithms take trivially copyable values of at most 16 bytes");
    return static_cast<T*>(__ndweave_group_scratch(sizeof(T)));
}

inline bool on_gpu() { return __ndweave_target() == NDWEAVE_TARGET_GPU; }

/// GPUs combine within sub-groups by shuffles. Where a sub-group is one work-item (OpenCL 1.2) that would leave every
/// work-item to combine the values of all: then the leader does it, as on the CPU.
inline bool has_lanes() { return on_gpu() && __ndweave_sub_group_size() > 1; }

template <class T, class Op>
T reduce_sub_group(const sub_group& g, T x, Op op) {
    const std::uint32_t lane = g.get_local_linear_id(), lanes = g.get_local_linear_range();
    for (std::uint32_t step = __ndweave_sub_group_size() / 2; step > 0; step /= 2) {
        const T other = shuffle(x, lane + step < lanes ? lane + step : lane);
        if (lane + step < lanes) x = op(x, other);
    }
    return shuffle(x, 0);
}

template <class T, class Op>
T inclusive_scan_sub_group(const sub_group& g, T x, Op op) {
    const std::uint32_t lane = g.get_local_linear_id(), size = __ndweave_sub_group_size();
    for (std::uint32_t step = 1; step < size; step *= 2) {
        const T other = shuffle(x, lane >= step ? lane - step : lane);
        if (lane >= step) x = op(other, x);
    }
    return x;
}

inline sub_group sub_group_of(std::size_t group_items) { return sub_group(static_cast<std::uint32_t>(group_items)); }

/// Reduces sub-groups by shuffles, then their results, which every work-item combines for itself.
template <class T, class Op>
T reduce_on_gpu(std::size_t items, T x, Op op) {
    const sub_group sub = sub_group_of(items);
    T* const parts = group_scratch<T>();
    x = reduce_sub_group(sub, x, op);
    if (sub.leader()) parts[sub.get_group_linear_id()] = x;
    __ndweave_barrier();
    T result = parts[0];
    for (std::uint32_t s = 1; s < sub.get_group_linear_range(); ++s) result = op(result, parts[s]);
    __ndweave_barrier();
    return result;
}

/// The leader combines what all wrote, in several chains so that they become vector code.
template <class T, class Op>
T reduce_on_cpu(std::size_t lid, std::size_t items, T x, Op op) {
    constexpr std::size_t chains = 16;
    T* const values = group_scratch<T>();
    values[lid] = x;
    __ndweave_barrier();
    if (lid == 0) {
        std::size_t next = 1;
        T result = values[0];
        if (items >= 2 * chains) {
            T sum[chains];
            for (std::size_t c = 0; c < chains; ++c) sum[c] = values[c];
            for (next = chains; next + chains <= items; next += chains) {
                for (std::size_t c = 0; c < chains; ++c) sum[c] = op(sum[c], values[next + c]);
            }
            for (std::size_t width = chains / 2; width > 0; width /= 2) {
                for (std::size_t c = 0; c < width; ++c) sum[c] = op(sum[c], sum[c + width]);
            }
            result = sum[0];
        }
        for (; next < items; ++next) result = op(result, values[next]);
        values[0] = result;
    }
    __ndweave_barrier();
    const T result = values[0];
    __ndweave_barrier();
    return result;
}

template <class T, class Op>
T inclusive_scan_on_gpu(std::size_t items, T x, Op op) {
    const sub_group sub = sub_group_of(items);
    T* const parts = group_scratch<T>();
    x = inclusive_scan_sub_group(sub, x, op);
    if (sub.get_local_linear_id() + 1 == sub.get_local_linear_range()) parts[sub.get_group_linear_id()] = x;
    __ndweave_barrier();
    const std::uint32_t before = sub.get_group_linear_id();
    if (before > 0) {
        T prefix = parts[0];
        for (std::uint32_t s = 1; s < before; ++s) prefix = op(prefix, parts[s]);
        x = op(prefix, x);
    }
    __ndweave_barrier();
    return x;
}

template <class T, class Op>
T inclusive_scan_on_cpu(std::size_t lid, std::size_t items, T x, Op op) {
    T* const values = group_scratch<T>();
    values[lid] = x;
    __ndweave_barrier();
    if (lid == 0) {
        for (std::size_t i = 1; i < items; ++i) values[i] = op(values[i - 1], values[i]);
    }
    __ndweave_barrier();
    const T result = values[lid];
    __ndweave_barrier();
    return result;
}

}  // namespace detail

/// The value of the work-item whose linear id in the group is `source`.
template <class Group, class T>
T group_broadcast(const Group& g, T x, typename Group::linear_id_type source = 0) {
    if constexpr (detail::is_sub_group<Group>) {
        return detail::shuffle(x, source);
    } else {
        T* const cell = detail::group_scratch<T>();
        if (g.get_local_linear_id() == source) *cell = x;
        __ndweave_barrier();
        const T result = *cell;
        __ndweave_barrier();
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

/// `op` over the values of all work-items, in any order and grouping; every work-item gets it.
template <class Group, class T, class Op>
T reduce_over_group(const Group& g, T x, Op op) {
    if constexpr (detail::is_sub_group<Group>) {
        return detail::reduce_sub_group(g, x, op);
    } else if (detail::has_lanes()) {
        return detail::reduce_on_gpu(g.get_local_linear_range(), x, op);
    } else {
        return detail::reduce_on_cpu(g.get_local_linear_id(), g.get_local_linear_range(), x, op);
    }
}
template <class Group, class V, class T, class Op>
T reduce_over_group(const Group& g, V x, T init, Op op) {
    return op(init, reduce_over_group(g, static_cast<T>(x), op));
}

/// `op` over the values of the work-items up to and with this one, in linear order.
template <class Group, class T, class Op>
T inclusive_scan_over_group(const Group& g, T x, Op op) {
    if constexpr (detail::is_sub_group<Group>) {
        return detail::inclusive_scan_sub_group(g, x, op);
    } else if (detail::has_lanes()) {
        return detail::inclusive_scan_on_gpu(g.get_local_linear_range(), x, op);
    } else {
        return detail::inclusive_scan_on_cpu(g.get_local_linear_id(), g.get_local_linear_range(), x, op);
    }
}
template <class Group, class V, class Op, class T>
T inclusive_scan_over_group(const Group& g, V x, Op op, T init) {
    return op(init, inclusive_scan_over_group(g, static_cast<T>(x), op));
}

/// `op` over `init` and the values of the work-items before this one, in linear order.
template <class Group, class V, class T, class Op>
T exclusive_scan_over_group(const Group& g, V x, T init, Op op) {
    if constexpr (detail::is_sub_group<Group>) {
        const std::uint32_t lane = g.get_local_linear_id();
        const T inclusive = detail::inclusive_scan_sub_group(g, static_cast<T>(x), op);
        const T before = detail::shuffle(inclusive, lane > 0 ? lane - 1 : 0);
        return lane > 0 ? op(init, before) : init;
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
            result = op(init, before);
        } else if (number > 0) {
            result = op(init, parts[number - 1]);
        }
        __ndweave_barrier();
        return result;
    } else {
        T* const values = detail::group_scratch<T>();
        const std::size_t lid = g.get_local_linear_id();
        const T inclusive = detail::inclusive_scan_on_cpu(lid, g.get_local_linear_range(), static_cast<T>(x), op);
        values[lid] = inclusive;
        __ndweave_barrier();
        const T result = lid > 0 ? op(init, values[lid - 1]) : init;
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
    return reduce_over_group(g, static_cast<std::uint32_t>(x), bit_or<>()) != 0;
}
template <class Group>
bool all_of_group(const Group& g, bool x) {
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
/// The value of the lane `delta` further on; unspecified where there is none.
template <class T>
T shift_group_left(const sub_group& g, T x, std::uint32_t delta = 1) {
    const std::uint32_t lane = g.get_local_linear_id() + delta;
    return detail::shuffle(x, lane < g.get_local_linear_range() ? lane : lane - delta);
}
/// The value of the lane `delta` further back; unspecified where there is none.
template <class T>
T shift_group_right(const sub_group& g, T x, std::uint32_t delta = 1) {
    const std::uint32_t lane = g.get_local_linear_id();
    return detail::shuffle(x, lane >= delta ? lane - delta : lane);
}
/// The value of the lane whose number differs in the bits of `mask`; unspecified where there is none.
template <class T>
T permute_group_by_xor(const sub_group& g, T x, std::uint32_t mask) {
    const std::uint32_t lane = g.get_local_linear_id(), other = lane ^ mask;
    return detail::shuffle(x, other < g.get_local_linear_range() ? other : lane);
}

/// `op` over `init` and the elements of [first, last), which the work-items share out.
template <class Group, class Pointer, class T, class Op>
T joint_reduce(const Group& g, Pointer first, Pointer last, T init, Op op) {
    using V = typename std::iterator_traits<Pointer>::value_type;
    static_assert(has_known_identity_v<Op, V>, "joint_reduce needs an operation of known identity");
    V sum = known_identity_v<Op, V>;
    for (Pointer p = first + g.get_local_linear_id(); p < last; p += g.get_local_linear_range()) sum = op(sum, *p);
    return op(init, static_cast<T>(reduce_over_group(g, sum, op)));
}
template <class Group, class Pointer, class Op>
auto joint_reduce(const Group& g, Pointer first, Pointer last, Op op) {
    using V = typename std::iterator_traits<Pointer>::value_type;
    return joint_reduce(g, first, last, known_identity_v<Op, V>, op);
}
template <class Group, class Pointer, class Predicate>
bool joint_any_of(const Group& g, Pointer first, Pointer last, Predicate predicate) {
    bool any = false;
    for (Pointer p = first + g.get_local_linear_id(); p < last; p += g.get_local_linear_range()) any |= predicate(*p);
    return any_of_group(g, any);
}
template <class Group, class Pointer, class Predicate>
bool joint_all_of(const Group& g, Pointer first, Pointer last, Predicate predicate) {
    return !joint_any_of(g, first, last, [&](const auto& x) { return !predicate(x); });
}
template <class Group, class Pointer, class Predicate>
bool joint_none_of(const Group& g, Pointer first, Pointer last, Predicate predicate) {
    return !joint_any_of(g, first, last, predicate);
}

namespace detail {

/// Writes to `result[i]` what `op` makes of `init` and the elements before first[i], and with it where `Inclusive`, one
/// element a work-item at a time. `result` may be `first`. Returns the end of the result. Compiled for the CPU it is
/// for work-groups: a sub-group's number of steps depends on its own size.
template <bool Inclusive, class Group, class In, class Out, class T, class Op>
Out joint_scan(const Group& g, In first, In last, Out result, T init, Op op) {
    static_assert(has_known_identity_v<Op, T>, "joint scans need an operation of known identity");
    const std::size_t items = g.get_local_linear_range(), lid = g.get_local_linear_id();
    const std::size_t count = static_cast<std::size_t>(last - first);
    for (std::size_t base = 0; base < count; base += items) {
        const std::size_t at = base + lid;
        const T x = at < count ? static_cast<T>(first[at]) : known_identity_v<Op, T>;
        const T before = exclusive_scan_over_group(g, x, init, op);
        const T with = op(before, x);
        if (at < count) result[at] = Inclusive ? with : before;
        init = group_broadcast(g, with, static_cast<typename Group::linear_id_type>(items - 1));
    }
    return result + count;
}

}  // namespace detail

/// `result[i]` becomes `op` over the elements of [first, last) up to and with number i; the end of the result. In
/// linear order; `result` may be `first`.
template <class Group, class In, class Out, class Op>
Out joint_inclusive_scan(const Group& g, In first, In last, Out result, Op op) {
    using V = typename std::iterator_traits<In>::value_type;
    return detail::joint_scan<true>(g, first, last, result, known_identity_v<Op, V>, op);
}
template <class Group, class In, class Out, class Op, class T>
Out joint_inclusive_scan(const Group& g, In first, In last, Out result, Op op, T init) {
    return detail::joint_scan<true>(g, first, last, result, init, op);
}
/// `result[i]` becomes `op` over `init` and the elements before number i.
template <class Group, class In, class Out, class T, class Op>
Out joint_exclusive_scan(const Group& g, In first, In last, Out result, T init, Op op) {
    return detail::joint_scan<false>(g, first, last, result, init, op);
}
template <class Group, class In, class Out, class Op>
Out joint_exclusive_scan(const Group& g, In first, In last, Out result, Op op) {
    using V = typename std::iterator_traits<In>::value_type;
    return detail::joint_scan<false>(g, first, last, result, known_identity_v<Op, V>, op);
}

}  // namespace ndweave
