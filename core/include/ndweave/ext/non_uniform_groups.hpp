/// Parts of a sub-group as groups (sycl_ext_oneapi_non_uniform_groups): only their members have to come to a group
/// function or algorithm; other lanes may be anywhere, or have ended.
///
///     namespace exp = ndweave::ext::oneapi::experimental;
///     if (x < limit) {                                                        // some lanes
///         const auto here = exp::this_kernel::get_opportunistic_group();      // those that are here
///         std::uint32_t first = 0;
///         if (here.leader()) first = count.fetch_add(here.get_local_linear_range());
///         out[group_broadcast(here, first) + here.get_local_linear_id()] = x;
///     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ndweave/group_algorithms.hpp"

namespace ndweave {

namespace ext::oneapi::experimental {

template <class ParentGroup>
class fragment;
template <std::size_t Size, class ParentGroup>
class chunk;

}  // namespace ext::oneapi::experimental

namespace detail {

/// What the members that have numbers have in common.
template <class Derived>
class numbered_lanes : public lane_group {
public:
    using id_type = id<1>;
    using range_type = range<1>;
    using linear_id_type = std::uint32_t;
    static constexpr int dimensions = 1;
    static constexpr memory_scope fence_scope = memory_scope::sub_group;

    id<1> get_group_id() const { return id<1>(self().get_group_linear_id()); }
    range<1> get_group_range() const { return range<1>(self().get_group_linear_range()); }
    id<1> get_local_id() const { return id<1>(self().get_local_linear_id()); }
    range<1> get_local_range() const { return range<1>(self().get_local_linear_range()); }
    bool leader() const { return self().get_local_linear_id() == 0; }

protected:
    using lane_group::lane_group;

private:
    const Derived& self() const { return static_cast<const Derived&>(*this); }
};

struct part_maker;

}  // namespace detail

namespace ext::oneapi::experimental {

/// Any lanes of a sub-group. Its work-items are numbered in the order of their lanes.
template <class ParentGroup>
class fragment : public detail::numbered_lanes<fragment<ParentGroup>> {
    using base = detail::numbered_lanes<fragment>;

public:
    static constexpr bool is_contiguous = false;

    std::uint32_t get_group_linear_id() const { return number_; }
    std::uint32_t get_group_linear_range() const { return parts_; }
    std::uint32_t get_local_linear_id() const {
        return detail::count_of(detail::before(this->members_, __ndweave_sub_group_local_id()));
    }
    std::uint32_t get_local_linear_range() const { return detail::count_of(this->members_); }
    /// As many as it may have.
    range<1> get_max_local_range() const { return range<1>(__ndweave_sub_group_size()); }

private:
    friend detail::part_maker;
    fragment(std::uint64_t members, std::uint32_t number, std::uint32_t parts)
        : base(members), number_(number), parts_(parts) {}

    std::uint32_t number_, parts_;
};

/// `Size` consecutive lanes, a power of two; the last ones of a sub-group whose number of work-items is no multiple of
/// that are fewer.
template <std::size_t Size, class ParentGroup>
class chunk : public detail::numbered_lanes<chunk<Size, ParentGroup>> {
    static_assert(Size > 0 && Size <= 64 && (Size & (Size - 1)) == 0, "a chunk has 1, 2, 4, .. 64 work-items");
    using base = detail::numbered_lanes<chunk>;

public:
    static constexpr bool is_contiguous = true;
    static constexpr std::uint32_t most_members = Size;

    std::uint32_t get_group_linear_id() const { return number_; }
    std::uint32_t get_group_linear_range() const { return parts_; }
    std::uint32_t get_local_linear_id() const { return __ndweave_sub_group_local_id() % most_members; }
    std::uint32_t get_local_linear_range() const { return count_; }
    range<1> get_max_local_range() const { return range<1>(Size); }

private:
    friend detail::part_maker;
    chunk(std::uint64_t members, std::uint32_t count, std::uint32_t number, std::uint32_t parts)
        : base(members), count_(count), number_(number), parts_(parts) {}

    std::uint32_t count_, number_, parts_;
};

}  // namespace ext::oneapi::experimental

namespace detail {

template <class Group>
inline constexpr bool is_fragment = false;
template <class Parent>
inline constexpr bool is_fragment<ext::oneapi::experimental::fragment<Parent>> = true;
template <class Group>
inline constexpr bool is_chunk = false;
template <std::size_t Size, class Parent>
inline constexpr bool is_chunk<ext::oneapi::experimental::chunk<Size, Parent>> = true;

struct part_maker {
    template <class Parent>
    static auto fragment_of(std::uint64_t members, std::uint32_t number, std::uint32_t parts) {
        return ext::oneapi::experimental::fragment<Parent>(members, number, parts);
    }

    template <std::size_t Size, class Parent>
    static auto chunk_of(const Parent& parent) {
        constexpr auto size = static_cast<std::uint32_t>(Size);
        const std::uint32_t own = parent.get_local_linear_id(), all = parent.get_local_linear_range();
        const std::uint32_t first = own / size * size;
        const std::uint32_t count = all - first < size ? all - first : size;
        const std::uint64_t members = first_lanes(count) << (__ndweave_sub_group_local_id() - own % size);
        return ext::oneapi::experimental::chunk<Size, Parent>(members, count, own / size, (all + size - 1) / size);
    }
};

template <class Group>
std::uint64_t lanes_of(const Group& g) {
    if constexpr (is_sub_group<Group>)
        return first_lanes(g.get_local_linear_range());
    else
        return members_of(g);
}

}  // namespace detail

namespace ext::oneapi::experimental {

/// The work-items of `parent`, a sub_group or a fragment, for which `predicate` is what it is for this one. All of
/// `parent` come here together. The number of those for which it holds is 1, of the others 0.
template <class ParentGroup>
requires(detail::is_sub_group<ParentGroup> || detail::is_fragment<ParentGroup>)
fragment<ParentGroup> binary_partition(ParentGroup parent, bool predicate) {
    const std::uint64_t all = detail::lanes_of(parent), those = __ndweave_members_ballot(predicate, all);
    const std::uint64_t members = predicate ? those : all & ~those;
    return detail::part_maker::fragment_of<ParentGroup>(members, predicate ? 1 : 0, 2);
}

/// `Size` consecutive work-items of `parent`, a sub_group or a chunk, among which this one is. `Size` is at most the
/// parent's.
template <std::size_t Size, class ParentGroup>
requires(detail::is_sub_group<ParentGroup> || detail::is_chunk<ParentGroup>)
chunk<Size, ParentGroup> chunked_partition(ParentGroup parent) {
    return detail::part_maker::chunk_of<Size>(parent);
}

namespace this_kernel {

/// The work-items of the sub-group that have come to this call together; which those are is not defined. On the CPU
/// with the kernel compiler all that take the same way; in library mode and with fibers each one alone.
inline fragment<sub_group> get_opportunistic_group() {
    return detail::part_maker::fragment_of<sub_group>(__ndweave_active_lanes(), 0, 1);
}

}  // namespace this_kernel

/// The names of the extension's earlier revisions.
template <class ParentGroup>
using ballot_group = fragment<ParentGroup>;
template <std::size_t Size, class ParentGroup>
using fixed_size_group = chunk<Size, ParentGroup>;
using opportunistic_group = fragment<sub_group>;

template <class ParentGroup>
ballot_group<ParentGroup> get_ballot_group(ParentGroup parent, bool predicate) {
    return binary_partition(parent, predicate);
}
template <std::size_t Size, class ParentGroup>
fixed_size_group<Size, ParentGroup> get_fixed_size_group(ParentGroup parent) {
    return chunked_partition<Size>(parent);
}

template <class T>
struct is_fixed_topology_group : std::false_type {};
template <int D>
struct is_fixed_topology_group<group<D>> : std::true_type {};
template <>
struct is_fixed_topology_group<sub_group> : std::true_type {};
template <class T>
inline constexpr bool is_fixed_topology_group_v = is_fixed_topology_group<T>::value;

template <class T>
struct is_user_constructed_group : std::bool_constant<detail::is_fragment<T> || detail::is_chunk<T>> {};
template <class T>
inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<T>::value;

}  // namespace ext::oneapi::experimental

/// All members wait for each other; local and global memory are consistent among them afterwards, and among those of
/// `scope` if that is wider.
template <detail::is_lane_group Group>
void group_barrier(const Group& g, memory_scope scope = Group::fence_scope) {
    const std::uint64_t members = members_of(g);
    detail::barrier_within(scope, memory_scope::sub_group, [=] { __ndweave_members_barrier(members); });
}

}  // namespace ndweave
