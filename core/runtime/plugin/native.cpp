/// The driver's own objects, memory of other processes, and access between devices of one driver.
#include <bit>

#include "runtime/plugin/device.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/queue.hpp"

namespace ndweave::detail {

std::optional<void*> plugin_queue::native() {
    if (!plugin_.queue_native) return std::nullopt;
    const auto lock = hold();
    void* handle = nullptr;
    check_plugin(plugin_, plugin_.queue_native(queue_.get(), &handle),
                 [&] { return "cannot get the native queue of " + device_->limits().name; });
    return handle;
}

std::optional<void*> plugin_device::native(native_kind what) {
    if (!plugin_.device_native) return std::nullopt;
    void* handle = nullptr;
    const int status = plugin_.device_native(open()->get(), static_cast<std::uint32_t>(what), &handle);
    if (status == NDW_UNSUPPORTED) return std::nullopt;
    check_plugin(plugin_, status, "cannot get the native device of " + limits_.name);
    return handle;
}

std::optional<native_location> plugin_device::native_memory(const void* pointer) {
    if (!plugin_.memory_native) return std::nullopt;
    native_location found{};
    check_plugin(plugin_, plugin_.memory_native(open()->get(), pointer, &found.object, &found.offset),
                 "cannot get the native memory of a pointer on " + limits_.name);
    return found;
}

std::optional<ext::ipc_memory::handle> plugin_device::ipc_handle(void* pointer) {
    if (!plugin_.memory_ipc_handle) return std::nullopt;
    ndw_ipc_handle named;
    check_plugin(plugin_, plugin_.memory_ipc_handle(open()->get(), pointer, &named),
                 "cannot share memory of " + limits_.name +
                     " with other processes (it begins an allocation with an alignment of 4096 bytes or more?)");
    return std::bit_cast<ext::ipc_memory::handle>(named);
}

void* plugin_device::open_ipc(const ext::ipc_memory::handle& named) {
    if (!plugin_.memory_ipc_open) return nullptr;
    const auto given = std::bit_cast<ndw_ipc_handle>(named);
    void* memory = nullptr;
    check_plugin(plugin_, plugin_.memory_ipc_open(open()->get(), &given, &memory),
                 "cannot open memory of another process on " + limits_.name);
    return memory;
}

void plugin_device::close_ipc(void* pointer) {
    if (!plugin_.memory_ipc_close) return;
    check_plugin(plugin_, plugin_.memory_ipc_close(open()->get(), pointer),
                 "cannot close memory of another process on " + limits_.name);
}

bool plugin_device::can_access(const device_impl& peer, bool atomics) const {
    const auto* const other = dynamic_cast<const plugin_device*>(&peer);
    if (!other || &other->plugin_ != &plugin_ || other == this || !plugin_.device_can_access_peer) return false;
    require_drivers(made_in_);
    std::uint32_t can = 0;
    const std::uint32_t what = atomics ? NDW_PEER_ATOMICS : NDW_PEER_ACCESS;
    check_plugin(plugin_, plugin_.device_can_access_peer(index_, other->index_, what, &can),
                 "cannot ask whether " + limits_.name + " can access memory of " + other->limits_.name);
    return can != 0;
}

void plugin_device::set_access(device_impl& peer, bool enable) {
    auto& other = dynamic_cast<plugin_device&>(peer);
    if (!plugin_.device_access_peer) return;
    check_plugin(plugin_, plugin_.device_access_peer(open()->get(), other.open()->get(), enable),
                 "cannot change the access of " + limits_.name + " to memory of " + other.limits_.name);
}

}  // namespace ndweave::detail
