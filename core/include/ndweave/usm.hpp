/// SYCL 2020 unified shared memory (4.8): allocation, and queries about pointers.
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>

#include "ndweave/queue.hpp"

namespace ndweave {

namespace usm {
/// Where an allocation lives (SYCL 2020, 4.8.3).
enum class alloc { host, device, shared, unknown };
}  // namespace usm

/// `bytes` of memory, aligned to at least 64 bytes or `alignment` (a power of two). Throws errc::memory_allocation,
/// naming the requested and the free bytes, where SYCL would return null. 0 bytes give null.
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

/// The same with the kind chosen at run time; errc::invalid for `unknown`.
NDWEAVE_EXPORT void* malloc(std::size_t bytes, const queue&, usm::alloc kind, std::size_t alignment = 64);
template <class T>
T* malloc(std::size_t count, const queue& q, usm::alloc kind) {
    return static_cast<T*>(malloc(detail::bytes_of(count, sizeof(T)), q, kind, alignof(T) > 64 ? alignof(T) : 64));
}

/// `count` objects of type T, aligned to `alignment` bytes or T's alignment, whichever is larger. Throws errc::invalid
/// if `alignment` is not a power of two.
template <class T>
T* aligned_alloc(std::size_t alignment, std::size_t count, const queue& q, usm::alloc kind) {
    const bool is_less = std::has_single_bit(alignment) && alignment < alignof(T);
    return static_cast<T*>(malloc(detail::bytes_of(count, sizeof(T)), q, kind, is_less ? alignof(T) : alignment));
}
template <class T>
T* aligned_alloc_device(std::size_t alignment, std::size_t count, const queue& q) {
    return aligned_alloc<T>(alignment, count, q, usm::alloc::device);
}
template <class T>
T* aligned_alloc_host(std::size_t alignment, std::size_t count, const queue& q) {
    return aligned_alloc<T>(alignment, count, q, usm::alloc::host);
}
template <class T>
T* aligned_alloc_shared(std::size_t alignment, std::size_t count, const queue& q) {
    return aligned_alloc<T>(alignment, count, q, usm::alloc::shared);
}

/// Frees what a malloc_* function returned on the queue's device, or for the CPU and its sub-devices on any of them;
/// waits for the queue's work first. Null has no effect. Throws errc::invalid, without any effect, for any other
/// pointer (interior, foreign, already freed).
NDWEAVE_EXPORT void free(void* pointer, const queue&);

/// The kind of the allocation that `pointer` points into, at its start or inside; `unknown` for any other memory.
NDWEAVE_EXPORT usm::alloc get_pointer_type(const void* pointer, const queue&);

/// The device whose allocation `pointer` points into. Throws errc::invalid for any other memory.
NDWEAVE_EXPORT device get_pointer_device(const void* pointer, const queue&);

/// For standard containers whose elements kernels access (SYCL 2020, 4.8.3.5): host or shared memory of a queue's
/// device.
template <class T, usm::alloc Kind, std::size_t Alignment = alignof(T)>
class usm_allocator {
    static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                  "containers touch their elements on the host");

public:
    using value_type = T;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    template <class U>
    struct rebind {
        using other = usm_allocator<U, Kind, Alignment>;
    };

    explicit usm_allocator(const queue& q) : queue_(q) {}
    template <class U>
    usm_allocator(const usm_allocator<U, Kind, Alignment>& other) : queue_(other.queue_) {}

    T* allocate(std::size_t count) { return aligned_alloc<T>(Alignment, count, queue_, Kind); }
    /// Called by destructors, so it throws nothing: queue::wait reports errors of the pending work, and memory that the
    /// driver fails to free stays allocated.
    void deallocate(T* pointer, std::size_t) noexcept {
        try {
            free(pointer, queue_);
        } catch (...) {
        }
    }

    template <class U>
    friend bool operator==(const usm_allocator& a, const usm_allocator<U, Kind, Alignment>& b) {
        return a.device() == b.device();
    }
    ndweave::device device() const { return queue_.get_device(); }

private:
    template <class, usm::alloc, std::size_t>
    friend class usm_allocator;

    queue queue_;
};

}  // namespace ndweave
