/// SYCL 2020 joint algorithms (4.17.4): over the elements of [first, last), which are divided among the work-items of a
/// group. All work-items of the group call them together, with the same arguments.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "ndweave/group_algorithms.hpp"

namespace ndweave {

namespace detail {

/// Of types in which values may be combined, the first for which the identity of `Op` is known.
template <class Op, class First, class Second>
using combined_type = std::conditional_t<has_known_identity_v<Op, First>, First, Second>;

}  // namespace detail

/// `op` over `init` and the elements of [first, last), which are divided among the work-items.
template <class Group, class Pointer, class T, class Op>
T joint_reduce(const Group& g, Pointer first, Pointer last, T init, Op op) {
    using V = detail::combined_type<Op, T, typename std::iterator_traits<Pointer>::value_type>;
    static_assert(has_known_identity_v<Op, V>, "joint_reduce needs an operation of known identity");
    V sum = known_identity_v<Op, V>;
    for (Pointer p = first + g.get_local_linear_id(); p < last; p += g.get_local_linear_range())
        sum = static_cast<V>(op(sum, static_cast<V>(*p)));
    return static_cast<T>(op(init, static_cast<T>(reduce_over_group(g, sum, op))));
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

/// Writes to `result[i]` the result of `op` over `init` and the elements before first[i], including first[i] if
/// `Inclusive`. Each step handles one element per work-item. `result` may be `first`. Returns the end of the result.
template <bool Inclusive, class Group, class In, class Out, class T, class Op>
Out joint_scan(const Group& g, In first, In last, Out result, T init, Op op) {
    const std::size_t items = g.get_local_linear_range(), lid = g.get_local_linear_id();
    const std::size_t count = static_cast<std::size_t>(last - first);
    for (std::size_t base = 0; base < count; base += items) {
        const std::size_t at = base + lid;
        // Behind the last element any value does: none of them comes before an element.
        const T x = at < count ? static_cast<T>(first[at]) : init;
        const T before = exclusive_scan_over_group(g, x, init, op);
        const T with = combined(op, before, x);
        if (at < count) result[at] = Inclusive ? with : before;
        init = group_broadcast(g, with, static_cast<typename Group::linear_id_type>(items - 1));
    }
    return result + count;
}

}  // namespace detail

/// `result[i]` becomes `op` over the elements of [first, last) up to and including number i, in linear order; `result`
/// may be `first`. Returns the end of the result.
template <class Group, class In, class Out, class Op>
Out joint_inclusive_scan(const Group& g, In first, In last, Out result, Op op) {
    using V = detail::combined_type<Op, typename std::iterator_traits<Out>::value_type,
                                    typename std::iterator_traits<In>::value_type>;
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
    using V = detail::combined_type<Op, typename std::iterator_traits<Out>::value_type,
                                    typename std::iterator_traits<In>::value_type>;
    return detail::joint_scan<false>(g, first, last, result, known_identity_v<Op, V>, op);
}

}  // namespace ndweave
