#include "sycl/memory/usm.hpp"

#include "sycl/runtime/service_queue.hpp"

namespace sycl {
namespace {

/// Queries about pointers are answered for all devices, whatever the queue.
const ndweave::queue& any_queue(const context& c) { return detail::service_queue(c.get_devices().front()); }

}  // namespace

namespace detail {

void* allocate_usm(std::size_t bytes, std::size_t alignment, const ndweave::queue& q, usm::alloc kind) {
    if (kind == usm::alloc::unknown) return nullptr;
    if (alignment == 0) alignment = 1;
    if ((alignment & (alignment - 1)) != 0) return nullptr;
    try {
        return ndweave::malloc(bytes, q, kind, alignment);
    } catch (const ndweave::exception& e) {
        if (e.code() != ndweave::errc::memory_allocation) throw;
        return nullptr;
    }
}

void* allocate_usm(std::size_t bytes, std::size_t alignment, const device& d, const context&, usm::alloc kind) {
    return allocate_usm(bytes, alignment, service_queue(d), kind);
}

void* allocate_usm_host(std::size_t bytes, std::size_t alignment, const context& c) {
    return allocate_usm(bytes, alignment, any_queue(c), usm::alloc::host);
}

}  // namespace detail

void free(void* pointer, const context& c) {
    if (!pointer) return;
    const ndweave::device owner = ndweave::get_pointer_device(pointer, any_queue(c));
    ndweave::free(pointer, detail::service_queue(owner));
}

usm::alloc get_pointer_type(const void* pointer, const context& c) {
    return ndweave::get_pointer_type(pointer, any_queue(c));
}

device get_pointer_device(const void* pointer, const context& c) {
    return ndweave::get_pointer_device(pointer, any_queue(c));
}

}  // namespace sycl
