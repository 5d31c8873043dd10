#include "ndweave/interop.hpp"

#include <algorithm>

#include "runtime/device/device_name.hpp"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/queue/access.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave {
namespace {

using detail::backend_names;
using detail::device_impl;

static_assert(backend_names.size() == static_cast<std::size_t>(backend::null) + 1,
              "backends in the order of the names");

backend backend_of(const device_impl& device) {
    return static_cast<backend>(std::ranges::find(backend_names, device.limits().backend) - backend_names.begin());
}

void require_backend(backend wanted, const device_impl& device) {
    if (backend_of(device) == wanted) return;
    throw exception(errc::backend_mismatch, std::string("a native object of ") +
                                                backend_names[static_cast<std::size_t>(wanted)] + " is wanted, and " +
                                                device.limits().name + " is a device of " + device.limits().backend +
                                                ": ask get_backend() first");
}

void* require_native(std::optional<void*> handle, const char* what, const device_impl& device) {
    if (handle) return *handle;
    throw exception(errc::feature_not_supported, std::string("there is no native ") + what + " behind " +
                                                     device.limits().name + " (" + device.limits().backend + ")");
}

void* native_queue(backend wanted, detail::queue_core& queue) {
    require_backend(wanted, *queue.device());
    return require_native(queue.native(), "queue", *queue.device());
}

void* native_device(backend wanted, device_impl& device, detail::native_kind kind) {
    require_backend(wanted, device);
    return require_native(device.native(kind), kind == detail::native_kind::device ? "device" : "context", device);
}

void require_own_memory(const detail::queue_core& queue, const void* pointer) {
    const auto found = detail::allocation_map::instance().find(pointer);
    if (found && found->device == queue.device()) return;
    throw exception(errc::invalid, "get_native_mem on " + queue.device()->limits().name + ": the pointer points " +
                                       (found ? "into memory of " + found->device->limits().name
                                              : std::string("into no live USM allocation")));
}

}  // namespace

backend device::get_backend() const noexcept { return backend_of(*impl_); }

namespace detail {

backend backend_of(const queue_core& queue) { return ndweave::backend_of(*queue.device()); }

void* native_handle(backend wanted, const queue& q) { return native_queue(wanted, device_access::state(q)); }
void* native_handle(backend wanted, const device& d) {
    return native_device(wanted, *device_access::impl(d), native_kind::device);
}
void* native_context(backend wanted, const device& d) {
    return native_device(wanted, *device_access::impl(d), native_kind::context);
}
void* native_handle(backend wanted, queue_core& queue, const ndweave::queue*) { return native_queue(wanted, queue); }
void* native_handle(backend wanted, queue_core& queue, const device*) {
    return native_device(wanted, *queue.device(), native_kind::device);
}
void* native_handle(backend wanted, queue_core& queue, const context*) {
    return native_device(wanted, *queue.device(), native_kind::context);
}

void* native_memory(backend wanted, queue_core& queue, void* pointer) {
    require_backend(wanted, *queue.device());
    require_own_memory(queue, pointer);
    return pointer;
}

opencl_memory native_opencl_memory(queue_core& queue, void* pointer) {
    device_impl& device = *queue.device();
    require_backend(backend::opencl, device);
    require_own_memory(queue, pointer);
    if (device.limits().usm_device) return {nullptr, 0, pointer};
    const auto found = device.native_memory(pointer);
    if (!found) require_native(std::nullopt, "memory", device);
    return {static_cast<_cl_mem*>(found->object), found->offset, nullptr};
}

}  // namespace detail

}  // namespace ndweave
