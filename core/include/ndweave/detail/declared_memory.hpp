/// Arrays in local memory that are declared in the kernel: what SYCL's group_local_memory and work_group_static are
/// made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "ndweave/builtins.h"
#include "ndweave/group_algorithms.hpp"
#include "ndweave/nd_item.hpp"

namespace ndweave::detail {

/// The address of this variable is the id of what a place in the source declares. Each has a type of its own, by a
/// template argument `class Site = decltype([] {})`.
template <class Site>
inline constexpr char declaration_site = 0;

/// The object that `id` names, of undetermined value: one for each work-group. In kernels of nd-ranges only.
template <class T>
T* declared_memory(const void* id) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "nobody destroys objects in local memory: their type must be trivially destructible");
    static_assert(alignof(T) <= 64, "local memory begins at a multiple of 64 bytes");
    return static_cast<T*>(__ndweave_group_memory(static_cast<std::uint32_t>(sizeof(T)), alignof(T), id));
}

/// Makes it of `args`: all work-items of the group come here together, and leave when it is made. Of arrays without
/// `args` every work-item makes some elements.
template <class T, int D, class... Args>
void construct_once(const group<D>& g, T* object, Args&&... args) {
    using element = std::remove_all_extents_t<T>;
    if constexpr (std::is_array_v<T> && sizeof...(Args) == 0) {
        auto* const elements = reinterpret_cast<element*>(object);
        const std::size_t step = g.get_local_linear_range();
        for (std::size_t i = g.get_local_linear_id(); i < sizeof(T) / sizeof(element); i += step) {
            ::new (static_cast<void*>(elements + i)) element();
        }
    } else if (g.leader()) {
        if constexpr (std::is_constructible_v<T, Args...> && !std::is_array_v<T>) {
            ::new (static_cast<void*>(object)) T(std::forward<Args>(args)...);
        } else {
            ::new (static_cast<void*>(object)) T{std::forward<Args>(args)...};
        }
    }
    group_barrier(g);
}

}  // namespace ndweave::detail
