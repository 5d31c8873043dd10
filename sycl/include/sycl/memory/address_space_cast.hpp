/// Pointers as multi_ptr (SYCL 2020, 4.7.7.2). Targets here do not tell in which space a pointer points, so that the
/// casts believe the program: there is none that gives null for a pointer of another space.
#pragma once

#include "sycl/memory/multi_ptr.hpp"

namespace sycl {

template <access::address_space Space, access::decorated Decorated, class T>
constexpr multi_ptr<T, Space, Decorated> address_space_cast(T* p) {
    static_assert(Space != access::address_space::constant_space,
                  "address_space_cast: nothing points to constant_space");
    return multi_ptr<T, Space, Decorated>(p);
}

template <access::address_space Space, access::decorated Decorated, class T, access::address_space From,
          access::decorated D>
constexpr multi_ptr<T, Space, Decorated> address_space_cast(const multi_ptr<T, From, D>& p) {
    static_assert(detail::casts_space(From, Space), "address_space_cast: the pointer is of another address space");
    return multi_ptr<T, Space, Decorated>(p.get_raw());
}

namespace khr {

/// sycl_khr_static_addrspace_cast: the undecorated cast to `Space`.
template <access::address_space Space, class T>
constexpr multi_ptr<T, Space, access::decorated::no> static_addrspace_cast(T* p) {
    return address_space_cast<Space, access::decorated::no>(p);
}
template <access::address_space Space, class T, access::decorated D>
constexpr multi_ptr<T, Space, D> static_addrspace_cast(const multi_ptr<T, access::address_space::generic_space, D>& p) {
    return address_space_cast<Space, D>(p);
}

}  // namespace khr

namespace ext::oneapi::experimental {

/// sycl_ext_oneapi_address_space_cast: the cast of a pointer that is known to point to `Space`.
template <access::address_space Space, class T>
constexpr multi_ptr<T, Space, access::decorated::no> static_address_space_cast(T* p) {
    return address_space_cast<Space, access::decorated::no>(p);
}
template <access::address_space Space, class T, access::address_space From, access::decorated D>
constexpr multi_ptr<T, Space, D> static_address_space_cast(const multi_ptr<T, From, D>& p) {
    return address_space_cast<Space, D>(p);
}

/// Not offered, since no target here can tell where a pointer points.
template <access::address_space Space, class P>
void dynamic_address_space_cast(P) {
    static_assert(sizeof(P) == 0,
                  "dynamic_address_space_cast: pointers do not tell their address space here; where it "
                  "is known, use static_address_space_cast");
}

}  // namespace ext::oneapi::experimental

}  // namespace sycl
