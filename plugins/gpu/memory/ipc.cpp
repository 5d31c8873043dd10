#include <cstring>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {

static_assert(sizeof(ipc_handle) == sizeof(ndw_ipc_handle));

int memory_ipc_handle(ndw_device* device, void* pointer, ndw_ipc_handle* handle) {
    if (const int status = enter(device)) return status;
    ipc_handle made{};
    if (const int status = check(driver.ipc_get(&made, pointer), "naming memory to other processes")) return status;
    std::memcpy(handle->bytes, made.bytes, sizeof made);
    return NDW_OK;
}

int memory_ipc_open(ndw_device* device, const ndw_ipc_handle* handle, void** pointer) {
    if (const int status = enter(device)) return status;
    ipc_handle given;
    std::memcpy(given.bytes, handle->bytes, sizeof given);
    return check(driver.ipc_open(pointer, given, ipc_enable_peer_access), "opening memory of another process");
}

int memory_ipc_close(ndw_device* device, void* pointer) {
    if (const int status = enter(device)) return status;
    return check(driver.ipc_close(pointer), "closing memory of another process");
}

}  // namespace ndweave::gpu
