#include "ndweave/usm.hpp"

#include <bit>
#include <cstdint>

#include "runtime/memory/allocation_map.hpp"
#include "runtime/queue/access.hpp"
#include "runtime/queue/queue_core.hpp"
#include "runtime/trace/memory_places.hpp"

namespace ndweave {
namespace {

using detail::allocation_map;
using detail::device_access;
using detail::usm_kind;

void* allocate(std::size_t bytes, const queue& q, std::size_t alignment, usm_kind kind, const char* what) {
    if (!std::has_single_bit(alignment)) {
        throw exception(errc::invalid,
                        std::string(what) + ": the alignment of " + std::to_string(alignment) + " is no power of two");
    }
    if (bytes == 0) return nullptr;
    const std::shared_ptr<detail::device_impl>& device = device_access::state(q).device();
    const detail::device_limits& limits = device->limits();
    if ((kind == usm_kind::shared && !limits.usm_shared) || (kind == usm_kind::host && !limits.usm_host)) {
        throw exception(errc::feature_not_supported, std::string(what) + ": " + limits.name +
                                                         " has no such allocations; use malloc_device and copies");
    }
    // No object exceeds PTRDIFF_MAX; below that, adding an alignment does not overflow.
    void* pointer = bytes > PTRDIFF_MAX ? nullptr : device->allocate(bytes, alignment < 64 ? 64 : alignment, kind);
    if (!pointer) {
        const std::uint64_t free_bytes = device->free_memory();
        throw exception(errc::memory_allocation,
                        std::string(what) + " on " + limits.name + ": " + std::to_string(bytes) + " bytes requested, " +
                            (free_bytes ? std::to_string(free_bytes) + " free" : "not available"));
    }
    allocation_map::instance().insert({reinterpret_cast<std::uintptr_t>(pointer), bytes, kind, device});
    detail::tell_of_allocation(*device, kind, pointer, bytes);
    return pointer;
}

}  // namespace

void* malloc_device(std::size_t bytes, const queue& q, std::size_t alignment) {
    return allocate(bytes, q, alignment, usm_kind::device, "malloc_device");
}
void* malloc_host(std::size_t bytes, const queue& q, std::size_t alignment) {
    return allocate(bytes, q, alignment, usm_kind::host, "malloc_host");
}
void* malloc_shared(std::size_t bytes, const queue& q, std::size_t alignment) {
    return allocate(bytes, q, alignment, usm_kind::shared, "malloc_shared");
}
void* malloc(std::size_t bytes, const queue& q, usm::alloc kind, std::size_t alignment) {
    switch (kind) {
        case usm::alloc::device:
            return malloc_device(bytes, q, alignment);
        case usm::alloc::host:
            return malloc_host(bytes, q, alignment);
        case usm::alloc::shared:
            return malloc_shared(bytes, q, alignment);
        case usm::alloc::unknown:
            break;
    }
    throw exception(errc::invalid, "malloc of an unknown kind: ask for device, host or shared memory");
}

void free(void* pointer, const queue& q) {
    if (!pointer) return;
    const auto found = allocation_map::instance().find(pointer);
    if (!found || found->base != reinterpret_cast<std::uintptr_t>(pointer)) {
        throw exception(errc::invalid,
                        found ? "free of a pointer into an allocation, not of its start"
                              : "free of a pointer that no malloc_* of ndweave gave, or that was freed before");
    }
    detail::queue_core& state = device_access::state(q);
    if (!found->device->shares_memory_with(*state.device())) {
        throw exception(errc::invalid, "free through a queue of " + state.device()->limits().name + " of memory of " +
                                           found->device->limits().name);
    }
    state.wait_until_idle();
    const auto taken = allocation_map::instance().take(pointer);
    if (!taken) return;
    detail::tell_of_deallocation(*taken->device, taken->kind, pointer, taken->bytes);
    taken->device->deallocate(pointer, taken->kind);
}

usm::alloc get_pointer_type(const void* pointer, const queue&) {
    const auto found = allocation_map::instance().find(pointer);
    if (!found) return usm::alloc::unknown;
    switch (found->kind) {
        case usm_kind::device:
            return usm::alloc::device;
        case usm_kind::host:
            return usm::alloc::host;
        case usm_kind::shared:
            return usm::alloc::shared;
    }
    return usm::alloc::unknown;
}

device get_pointer_device(const void* pointer, const queue&) {
    const auto found = allocation_map::instance().find(pointer);
    if (!found) throw exception(errc::invalid, "the pointer points into no USM allocation");
    return device_access::make(found->device);
}

}  // namespace ndweave
