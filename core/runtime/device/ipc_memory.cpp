#include "ndweave/ext/ipc_memory.hpp"

#include "runtime/queue/access.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::ext::ipc_memory {
namespace {

[[noreturn]] void refuse(const char* call, const detail::device_impl& device) {
    throw exception(errc::feature_not_supported, std::string("ipc_memory::") + call + ": " + device.limits().name +
                                                     " shares no memory with other processes; ask is_available before");
}

}  // namespace

bool is_available(const device& d) { return detail::device_access::impl(d)->has_ipc(); }

handle get(void* memory, const queue& q) {
    detail::device_impl& device = *detail::device_access::state(q).device();
    const auto found = device.ipc_handle(memory);
    if (!found) refuse("get", device);
    return *found;
}

void* open(const handle& named, const queue& q) {
    detail::device_impl& device = *detail::device_access::state(q).device();
    void* const memory = device.open_ipc(named);
    if (!memory) refuse("open", device);
    return memory;
}

void close(void* memory, const queue& q) { detail::device_access::state(q).device()->close_ipc(memory); }

}  // namespace ndweave::ext::ipc_memory
