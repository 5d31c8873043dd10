/// How the work-items of a group combine their values: on GPUs by shuffles within sub-groups and local memory between
/// them, on CPUs by the group's leader. The basis of the group algorithms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "ndweave/device_copyable.hpp"
#include "ndweave/nd_item.hpp"

namespace ndweave {

namespace detail {

template <class T>
inline constexpr bool is_group_value = is_device_copyable_v<T> && sizeof(T) <= 16;

/// `op` of copies in the work-item's own memory. An operation may return one of its references, and OpenCL 1.2 has no
/// generic pointers that could point to private as well as to local or global memory.
template <class Op, class T>
T combined(Op op, T a, T b) {
    return static_cast<T>(op(a, b));
}

template <class Group>
inline constexpr bool is_sub_group = std::is_same_v<Group, sub_group>;

/// What `exchange` makes of `value`, whatever its type: of its bits as 32- or 64-bit numbers.
template <class T, class Exchange>
T exchanged(const T& value, Exchange exchange) {
    static_assert(is_device_copyable_v<T>, "sub-group exchanges take device copyable values");
    T result;
    if constexpr (sizeof(T) <= 4) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof(T));
        bits = exchange(bits);
        std::memcpy(static_cast<void*>(&result), &bits, sizeof(T));
    } else {
        constexpr std::size_t words = (sizeof(T) + 7) / 8;
        std::uint64_t bits[words] = {};
        std::memcpy(bits, &value, sizeof(T));
        [&]<std::size_t... K>(std::index_sequence<K...>) {
            ((bits[K] = exchange(bits[K])), ...);
        }(std::make_index_sequence<words>());
        std::memcpy(static_cast<void*>(&result), bits, sizeof(T));
    }
    return result;
}

/// `value` of lane `lane`.
template <class T>
T shuffle(const T& value, std::uint32_t lane) {
    return exchanged(value, [=](auto bits) {
        if constexpr (sizeof bits == 4)
            return __ndweave_shuffle_u32(bits, lane);
        else
            return __ndweave_shuffle_u64(bits, lane);
    });
}

inline bool on_gpu() { return __ndweave_target() == NDWEAVE_TARGET_GPU; }

/// GPUs combine within sub-groups by shuffles. If sub-groups have one work-item (OpenCL 1.2), every work-item would
/// have to combine the values of all; then the leader does it, as on the CPU.
inline bool has_lanes() { return on_gpu() && __ndweave_sub_group_size() > 1; }

/// The work-group's scratch as an array: of one element a work-item, on GPUs of one a sub-group.
template <class T>
T* group_scratch() {
    static_assert(is_group_value<T>, "group algorithms take device copyable values of at most 16 bytes");
    return static_cast<T*>(has_lanes() ? __ndweave_sub_group_scratch(sizeof(T)) : __ndweave_group_scratch(sizeof(T)));
}

/// Ends an operation: the next one may write to the scratch.
inline void release_group_scratch() {
    if (has_lanes())
        __ndweave_scratch_barrier();
    else
        __ndweave_barrier();
}

/// `op` of the values of the first `count` lanes of a sub-group, for its lane 0. All of them call it.
template <class T, class Op>
T reduce_to_leader(std::uint32_t lane, std::uint32_t count, T x, Op op) {
    const std::uint32_t size = __ndweave_sub_group_size();
    if (on_gpu() && count == size) {  // in pairs, without a choice: what lane 0 combines is the same
        for (std::uint32_t step = size / 2; step > 0; step /= 2) x = combined(op, x, shuffle(x, lane ^ step));
        return x;
    }
    for (std::uint32_t step = size / 2; step > 0; step /= 2) {
        const T other = shuffle(x, lane + step < count ? lane + step : lane);
        if (lane + step < count) x = combined(op, x, other);
    }
    return x;
}

/// The same for all lanes.
template <class T, class Op>
T reduce_first_lanes(std::uint32_t lane, std::uint32_t count, T x, Op op) {
    return shuffle(reduce_to_leader(lane, count, x, op), 0);
}

template <class T, class Op>
T reduce_sub_group(const sub_group& g, T x, Op op) {
    return reduce_first_lanes(g.get_local_linear_id(), g.get_local_linear_range(), x, op);
}

template <class T, class Op>
T inclusive_scan_sub_group(const sub_group& g, T x, Op op) {
    const std::uint32_t lane = g.get_local_linear_id(), size = __ndweave_sub_group_size();
    for (std::uint32_t step = 1; step < size; step *= 2) {
        const T other = shuffle(x, lane >= step ? lane - step : lane);
        if (lane >= step) x = combined(op, other, x);
    }
    return x;
}

inline sub_group sub_group_of(std::size_t group_items) { return sub_group(static_cast<std::uint32_t>(group_items)); }

/// Where sub-groups combine a value of each of them by shuffles: they need full ones, a lane for each value, and more
/// values than `few`, which each work-item combines in less time.
inline bool has_lane_for_each(std::size_t items, std::uint32_t sub_groups, std::uint32_t few) {
    const std::uint32_t size = __ndweave_sub_group_size();
    return items % size == 0 && sub_groups <= size && sub_groups > few;
}

/// Reduces sub-groups by shuffles, and then their results in every sub-group.
template <class T, class Op>
T reduce_on_gpu(std::size_t items, T x, Op op) {
    const sub_group sub = sub_group_of(items);
    const std::uint32_t count = sub.get_group_linear_range();
    T* const parts = group_scratch<T>();
    x = reduce_to_leader(sub.get_local_linear_id(), sub.get_local_linear_range(), x, op);
    if (sub.leader()) parts[sub.get_group_linear_id()] = x;
    __ndweave_barrier();
    T result = parts[0];
    if (has_lane_for_each(items, count, 8)) {
        const std::uint32_t lane = sub.get_local_linear_id();
        if (lane < count) result = parts[lane];
        result = reduce_first_lanes(lane, count, result, op);
    } else {
        for (std::uint32_t s = 1; s < count; ++s) result = combined(op, result, parts[s]);
    }
    __ndweave_scratch_barrier();
    return result;
}

/// The leader combines the values of all, in several independent chains, which are vectorized.
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
                for (std::size_t c = 0; c < chains; ++c) sum[c] = combined(op, sum[c], values[next + c]);
            }
            for (std::size_t width = chains / 2; width > 0; width /= 2) {
                for (std::size_t c = 0; c < width; ++c) sum[c] = combined(op, sum[c], sum[c + width]);
            }
            result = sum[0];
        }
        for (; next < items; ++next) result = combined(op, result, values[next]);
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
    const std::uint32_t before = sub.get_group_linear_id(), count = sub.get_group_linear_range();
    if (has_lane_for_each(items, count, 4)) {
        const std::uint32_t lane = sub.get_local_linear_id();
        const T prefixes = inclusive_scan_sub_group(sub, parts[lane < count ? lane : 0], op);
        const T prefix = shuffle(prefixes, before > 0 ? before - 1 : 0);
        if (before > 0) x = combined(op, prefix, x);
    } else if (before > 0) {
        T prefix = parts[0];
        for (std::uint32_t s = 1; s < before; ++s) prefix = combined(op, prefix, parts[s]);
        x = combined(op, prefix, x);
    }
    __ndweave_scratch_barrier();
    return x;
}

template <class T, class Op>
T inclusive_scan_on_cpu(std::size_t lid, std::size_t items, T x, Op op) {
    T* const values = group_scratch<T>();
    values[lid] = x;
    __ndweave_barrier();
    if (lid == 0) {
        for (std::size_t i = 1; i < items; ++i) values[i] = combined(op, values[i - 1], values[i]);
    }
    __ndweave_barrier();
    const T result = values[lid];
    __ndweave_barrier();
    return result;
}

}  // namespace detail

}  // namespace ndweave
