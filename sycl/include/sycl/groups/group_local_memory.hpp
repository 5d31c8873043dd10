/// sycl_ext_oneapi_local_memory: arrays in local memory that are declared in the kernel.
#pragma once

#include <type_traits>
#include <utility>

#include "ndweave/detail/declared_memory.hpp"
#include "sycl/memory/multi_ptr.hpp"

#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1

namespace sycl::ext::oneapi {

/// An object of type T, or an array, in the local memory of the work-group: each place in the source that calls this
/// has its own, which all work-items of the group share, whenever they come there. Its value is undetermined, unless
/// T's default constructor makes one. In kernels of nd-ranges only. The launch throws errc::memory_allocation if the
/// device has less local memory than these and the local_accessors of the kernel need.
template <class T, int D, class Site = decltype([] {})>
multi_ptr<T, access::address_space::local_space> group_local_memory_for_overwrite(const ndweave::group<D>& g) {
    T* const object = ndweave::detail::declared_memory<T>(&ndweave::detail::declaration_site<Site>);
    if constexpr (std::is_default_constructible_v<T> && !std::is_trivially_default_constructible_v<T>) {
        ndweave::detail::construct_once(g, object);
    }
    return multi_ptr<T, access::address_space::local_space>(object);
}

/// The same, made of `args` once for the group: all its work-items must come here together.
template <class T, int D, class Site = decltype([] {}), class... Args>
multi_ptr<T, access::address_space::local_space> group_local_memory(const ndweave::group<D>& g, Args&&... args) {
    T* const object = ndweave::detail::declared_memory<T>(&ndweave::detail::declaration_site<Site>);
    ndweave::detail::construct_once(g, object, std::forward<Args>(args)...);
    return multi_ptr<T, access::address_space::local_space>(object);
}

}  // namespace sycl::ext::oneapi
