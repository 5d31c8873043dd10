/// SYCL 2020 usm_allocator (4.8.3.7), for containers whose elements kernels access.
#pragma once

#include <cstddef>
#include <type_traits>

#include "sycl/memory/usm.hpp"

namespace sycl {

template <class T, usm::alloc Kind, std::size_t Alignment = 0>
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

    usm_allocator() = delete;
    usm_allocator(const context& c, const device& d, const property_list& = {}) : context_(c), device_(d) {}
    usm_allocator(const queue& q, const property_list& = {}) : usm_allocator(q.get_context(), q.get_device()) {}
    template <class U>
    usm_allocator(const usm_allocator<U, Kind, Alignment>& other) noexcept
        : context_(other.context_), device_(other.device_) {}

    /// Throws errc::memory_allocation if there is not as much.
    T* allocate(std::size_t count) {
        T* const first = aligned_alloc<T>(Alignment ? Alignment : alignof(T), count, device_, context_, Kind);
        if (!first && count)
            throw ndweave::exception(ndweave::errc::memory_allocation,
                                     "usm_allocator: the device has no memory for as many elements");
        return first;
    }
    /// Called by destructors, so it throws nothing.
    void deallocate(T* pointer, std::size_t) noexcept {
        try {
            free(pointer, context_);
        } catch (...) {
        }
    }

    template <class U, usm::alloc Other, std::size_t Alignment2>
    friend bool operator==(const usm_allocator& a, const usm_allocator<U, Other, Alignment2>& b) {
        return Kind == Other && a.owner() == b.owner() && a.target() == b.target();
    }

    const context& owner() const { return context_; }
    const device& target() const { return device_; }

private:
    template <class, usm::alloc, std::size_t>
    friend class usm_allocator;

    context context_;
    device device_;
};

}  // namespace sycl
