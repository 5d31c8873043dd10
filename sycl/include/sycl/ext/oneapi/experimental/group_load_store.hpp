/// sycl_ext_oneapi_group_load_store: the work-items of a group read or write a run of memory together.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>

#include "ndweave/nd_item.hpp"
#include "sycl/ext/oneapi/properties/properties.hpp"
#include "sycl/types/vec.hpp"

#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1

namespace sycl::ext::oneapi::experimental {

enum class data_placement_enum { blocked, striped };

struct data_placement_key {
    template <data_placement_enum Placement>
    using value_t = property_value<data_placement_key, std::integral_constant<data_placement_enum, Placement>>;
};
template <data_placement_enum Placement>
inline constexpr data_placement_key::value_t<Placement> data_placement;
/// A work-item has elements that are neighbours (where nothing is said, too), or every so many-th one.
inline constexpr data_placement_key::value_t<data_placement_enum::blocked> data_placement_blocked;
inline constexpr data_placement_key::value_t<data_placement_enum::striped> data_placement_striped;

/// Promises, which the kernel compiler does not need: it sees how addresses follow each other.
struct contiguous_memory_key {
    using value_t = property_value<contiguous_memory_key>;
};
inline constexpr contiguous_memory_key::value_t contiguous_memory;
struct full_group_key {
    using value_t = property_value<full_group_key>;
};
inline constexpr full_group_key::value_t full_group;

}  // namespace sycl::ext::oneapi::experimental

namespace sycl::detail {

namespace experimental = ext::oneapi::experimental;

/// Where element `k` of `N` of a work-item is.
template <std::size_t N, class Properties, class Group>
std::size_t element_place(const Group& g, std::size_t k) {
    if constexpr (Properties::template has_property<experimental::data_placement_key>()) {
        if constexpr (std::is_same_v<
                          decltype(Properties::template get_property<experimental::data_placement_key>()),
                          experimental::data_placement_key::value_t<experimental::data_placement_enum::striped>>)
            return k * g.get_local_linear_range() + g.get_local_linear_id();
    }
    return g.get_local_linear_id() * N + k;
}

template <class Group, class List>
concept moves_data = experimental::is_property_list_v<List> && requires(const Group& g) {
    g.get_local_linear_id();
    g.get_local_linear_range();
    Group::fence_scope;
};
template <class I, class T>
concept loads_as = std::random_access_iterator<I> && std::convertible_to<std::iter_value_t<I>, T> &&
                   std::is_trivially_copyable_v<std::iter_value_t<I>> && std::is_trivially_copyable_v<T>;
template <class I, class T>
concept stores_as = std::random_access_iterator<I> && std::convertible_to<T, std::iter_value_t<I>> &&
                    std::is_trivially_copyable_v<std::iter_value_t<I>> && std::is_trivially_copyable_v<T>;

}  // namespace sycl::detail

namespace sycl::ext::oneapi::experimental {

// All work-items of the group, a work-group or a sub-group, call these with the same iterator. They wait for each other
// before and after, so that the group's memory may be reused.

template <class Group, class From, class T, std::size_t N, class Properties = empty_properties_t>
requires(detail::moves_data<Group, Properties> && detail::loads_as<From, T> && N != std::dynamic_extent)
void group_load(Group g, From from, std::span<T, N> to, Properties = {}) {
    group_barrier(g);
    for (std::size_t k = 0; k < N; ++k) to[k] = from[detail::element_place<N, Properties>(g, k)];
    group_barrier(g);
}
template <class Group, class T, std::size_t N, class To, class Properties = empty_properties_t>
requires(detail::moves_data<Group, Properties> && detail::stores_as<To, T> && N != std::dynamic_extent)
void group_store(Group g, const std::span<T, N> from, To to, Properties = {}) {
    group_barrier(g);
    for (std::size_t k = 0; k < N; ++k) to[detail::element_place<N, Properties>(g, k)] = from[k];
    group_barrier(g);
}

/// One element a work-item.
template <class Group, class From, class T, class Properties = empty_properties_t>
requires(detail::moves_data<Group, Properties> && detail::loads_as<From, T>)
void group_load(Group g, From from, T& to, Properties properties = {}) {
    group_load(g, from, std::span<T, 1>(&to, 1), properties);
}
template <class Group, class T, class To, class Properties = empty_properties_t>
requires(detail::moves_data<Group, Properties> && detail::stores_as<To, T>)
void group_store(Group g, const T& from, To to, Properties properties = {}) {
    group_store(g, std::span<const T, 1>(&from, 1), to, properties);
}

/// The elements of a vec.
template <class Group, class From, class T, int N, class Properties = empty_properties_t>
requires(detail::moves_data<Group, Properties> && detail::loads_as<From, T>)
void group_load(Group g, From from, vec<T, N>& to, Properties properties = {}) {
    group_load(g, from, std::span<T, static_cast<std::size_t>(N)>(&to[0], N), properties);
}
template <class Group, class T, int N, class To, class Properties = empty_properties_t>
requires(detail::moves_data<Group, Properties> && detail::stores_as<To, T>)
void group_store(Group g, const vec<T, N>& from, To to, Properties properties = {}) {
    group_store(g, std::span<const T, static_cast<std::size_t>(N)>(&from[0], N), to, properties);
}

}  // namespace sycl::ext::oneapi::experimental
