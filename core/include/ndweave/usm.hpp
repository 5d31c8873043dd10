/// SYCL 2020 unified shared memory (4.8): allocation, and which allocation a pointer belongs to.
#pragma once

#include <cstddef>

#include "ndweave/queue.hpp"

namespace ndweave {

namespace usm {
/// Where an allocation lives (SYCL 2020, 4.8.3).
enum class alloc { host, device, shared, unknown };
}  // namespace usm

/// `bytes` of memory, aligned to at least 64 bytes or `alignment` (a power of two). Throws errc::memory_allocation,
/// naming what was asked and what was free, where SYCL would return null; `bytes` of 0 give null.
NDWEAVE_EXPORT void* malloc_device(std::size_t bytes, const queue&, std::size_t alignment = 64);
NDWEAVE_EXPORT void* malloc_host(std::size_t bytes, const queue&, std::size_t alignment = 64);
NDWEAVE_EXPORT void* malloc_shared(std::size_t bytes, const queue&, std::size_t alignment = 64);

/// `count` objects of type T, not constructed.
template <class T>
T* malloc_device(std::size_t count, const queue& q) {
    return static_cast<T*>(malloc_device(detail::bytes_of(count, sizeof(T)), q, alignof(T) > 64 ? alignof(T) : 64));
}
template <class T>
T* malloc_host(std::size_t count, const queue& q) {
    return static_cast<T*>(malloc_host(detail::bytes_of(count, sizeof(T)), q, alignof(T) > 64 ? alignof(T) : 64));
}
template <class T>
T* malloc_shared(std::size_t count, const queue& q) {
    return static_cast<T*>(malloc_shared(detail::bytes_of(count, sizeof(T)), q, alignof(T) > 64 ? alignof(T) : 64));
}

/// Gives back what a malloc_* function returned, after the queue's work is done with it: waits for the queue. Null has
/// no effect. Throws errc::invalid for any other pointer (interior, foreign, freed before), and then changes nothing.
NDWEAVE_EXPORT void free(void* pointer, const queue&);

/// The kind of the allocation that `pointer` points into, at its start or inside; `unknown` for any other memory.
NDWEAVE_EXPORT usm::alloc get_pointer_type(const void* pointer, const queue&);

/// The device whose allocation `pointer` points into. Throws errc::invalid for any other memory.
NDWEAVE_EXPORT device get_pointer_device(const void* pointer, const queue&);

}  // namespace ndweave
