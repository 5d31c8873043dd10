/// SYCL 2020 unified shared memory (4.8): allocation, and queries about pointers.
#pragma once

#include <cstddef>

#include "ndweave/usm.hpp"
#include "sycl/execution/context.hpp"
#include "sycl/execution/property_list.hpp"
#include "sycl/execution/queue.hpp"

namespace sycl {

namespace usm {
using ndweave::usm::alloc;
}  // namespace usm

namespace detail {

/// `bytes` of memory of `kind`, aligned to at least 64 bytes or `alignment`. Null if there is not as much, or for 0
/// bytes or an alignment that is no power of two. Throws errc::feature_not_supported where the device has no such
/// allocations.
NDWEAVE_EXPORT void* allocate_usm(std::size_t bytes, std::size_t alignment, const ndweave::queue&, usm::alloc kind);
NDWEAVE_EXPORT void* allocate_usm(std::size_t bytes, std::size_t alignment, const device&, const context&,
                                  usm::alloc kind);
/// For memory of the host that all devices of the context reach.
NDWEAVE_EXPORT void* allocate_usm_host(std::size_t bytes, std::size_t alignment, const context&);

template <class T>
inline constexpr std::size_t usm_alignment = alignof(T) > 64 ? alignof(T) : 64;
template <class T>
constexpr std::size_t stricter(std::size_t alignment) {
    return alignment != 0 && (alignment & (alignment - 1)) == 0 && alignment < alignof(T) ? alignof(T) : alignment;
}

}  // namespace detail

// Memory of a device, the host, or both (4.8.3.2 to 4.8.3.4): `bytes`, or `count` objects that are not constructed.
// They return null where memory lacks.
#define NDWEAVE_DETAIL_USM(name, kind)                                                                             \
    inline void* malloc_##name(std::size_t bytes, const queue& q, const property_list& = {}) {                     \
        return detail::allocate_usm(bytes, 64, q, kind);                                                           \
    }                                                                                                              \
    template <class T>                                                                                             \
    T* malloc_##name(std::size_t count, const queue& q, const property_list& = {}) {                               \
        return static_cast<T*>(                                                                                    \
            detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)), detail::usm_alignment<T>, q, kind)); \
    }                                                                                                              \
    inline void* aligned_alloc_##name(std::size_t alignment, std::size_t bytes, const queue& q,                    \
                                      const property_list& = {}) {                                                 \
        return detail::allocate_usm(bytes, alignment, q, kind);                                                    \
    }                                                                                                              \
    template <class T>                                                                                             \
    T* aligned_alloc_##name(std::size_t alignment, std::size_t count, const queue& q, const property_list& = {}) { \
        return static_cast<T*>(detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)),                   \
                                                    detail::stricter<T>(alignment), q, kind));                     \
    }
NDWEAVE_DETAIL_USM(device, usm::alloc::device)
NDWEAVE_DETAIL_USM(host, usm::alloc::host)
NDWEAVE_DETAIL_USM(shared, usm::alloc::shared)
#undef NDWEAVE_DETAIL_USM

#define NDWEAVE_DETAIL_USM(name, kind)                                                                                \
    inline void* malloc_##name(std::size_t bytes, const device& d, const context& c, const property_list& = {}) {     \
        return detail::allocate_usm(bytes, 64, d, c, kind);                                                           \
    }                                                                                                                 \
    template <class T>                                                                                                \
    T* malloc_##name(std::size_t count, const device& d, const context& c, const property_list& = {}) {               \
        return static_cast<T*>(                                                                                       \
            detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)), detail::usm_alignment<T>, d, c, kind)); \
    }                                                                                                                 \
    inline void* aligned_alloc_##name(std::size_t alignment, std::size_t bytes, const device& d, const context& c,    \
                                      const property_list& = {}) {                                                    \
        return detail::allocate_usm(bytes, alignment, d, c, kind);                                                    \
    }                                                                                                                 \
    template <class T>                                                                                                \
    T* aligned_alloc_##name(std::size_t alignment, std::size_t count, const device& d, const context& c,              \
                            const property_list& = {}) {                                                              \
        return static_cast<T*>(detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)),                      \
                                                    detail::stricter<T>(alignment), d, c, kind));                     \
    }
NDWEAVE_DETAIL_USM(device, usm::alloc::device)
NDWEAVE_DETAIL_USM(shared, usm::alloc::shared)
#undef NDWEAVE_DETAIL_USM

inline void* malloc_host(std::size_t bytes, const context& c, const property_list& = {}) {
    return detail::allocate_usm_host(bytes, 64, c);
}
template <class T>
T* malloc_host(std::size_t count, const context& c, const property_list& = {}) {
    return static_cast<T*>(
        detail::allocate_usm_host(ndweave::detail::bytes_of(count, sizeof(T)), detail::usm_alignment<T>, c));
}
inline void* aligned_alloc_host(std::size_t alignment, std::size_t bytes, const context& c, const property_list& = {}) {
    return detail::allocate_usm_host(bytes, alignment, c);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const context& c, const property_list& = {}) {
    return static_cast<T*>(
        detail::allocate_usm_host(ndweave::detail::bytes_of(count, sizeof(T)), detail::stricter<T>(alignment), c));
}

// The same with the kind chosen at run time (4.8.3.5). Null for `unknown`.
inline void* malloc(std::size_t bytes, const device& d, const context& c, usm::alloc kind, const property_list& = {}) {
    return detail::allocate_usm(bytes, 64, d, c, kind);
}
template <class T>
T* malloc(std::size_t count, const device& d, const context& c, usm::alloc kind, const property_list& = {}) {
    return static_cast<T*>(
        detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)), detail::usm_alignment<T>, d, c, kind));
}
inline void* malloc(std::size_t bytes, const queue& q, usm::alloc kind, const property_list& = {}) {
    return detail::allocate_usm(bytes, 64, q, kind);
}
template <class T>
T* malloc(std::size_t count, const queue& q, usm::alloc kind, const property_list& = {}) {
    return static_cast<T*>(
        detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)), detail::usm_alignment<T>, q, kind));
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const device& d, const context& c, usm::alloc kind,
                           const property_list& = {}) {
    return detail::allocate_usm(bytes, alignment, d, c, kind);
}
template <class T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const device& d, const context& c, usm::alloc kind,
                 const property_list& = {}) {
    return static_cast<T*>(
        detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)), detail::stricter<T>(alignment), d, c, kind));
}
inline void* aligned_alloc(std::size_t alignment, std::size_t bytes, const queue& q, usm::alloc kind,
                           const property_list& = {}) {
    return detail::allocate_usm(bytes, alignment, q, kind);
}
template <class T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const queue& q, usm::alloc kind, const property_list& = {}) {
    return static_cast<T*>(
        detail::allocate_usm(ndweave::detail::bytes_of(count, sizeof(T)), detail::stricter<T>(alignment), q, kind));
}

/// Frees what these functions gave (4.8.3.6). Null has no effect. Throws errc::invalid, without any effect, for any
/// other pointer. The queue's work is waited for.
NDWEAVE_EXPORT void free(void* pointer, const context&);
inline void free(void* pointer, const queue& q) {
    if (pointer) ndweave::free(pointer, q);
}

/// The kind of the allocation that `pointer` points into; `unknown` for other memory (4.8.4).
NDWEAVE_EXPORT usm::alloc get_pointer_type(const void* pointer, const context&);
/// The device that it belongs to; the first of the context for memory of the host. Throws errc::invalid for other
/// memory.
NDWEAVE_EXPORT device get_pointer_device(const void* pointer, const context&);

}  // namespace sycl
