#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {

int device_can_access_peer(std::uint32_t index, std::uint32_t peer, std::uint32_t what, std::uint32_t* can) {
    int device = 0, other = 0, value = 0;
    if (const int status = device_at(index, &device)) return status;
    if (const int status = device_at(peer, &other)) return status;
    const int code = what == NDW_PEER_ATOMICS
                         ? driver.peer_attribute(&value, this_vendor.attributes.peer_atomics, device, other)
                         : driver.can_access_peer(&value, device, other);
    *can = value != 0;
    return check(code, "asking for access between devices");
}

/// Pools are open to all devices for good: copies between devices need that. So this is about other memory.
int device_access_peer(ndw_device* device, ndw_device* peer, std::uint32_t enable) {
    constexpr int is_enabled = 704, is_not_enabled = 705;  // of CUresult and hipError_t
    if (const int status = enter(device)) return status;
    const int code = this_vendor.access_peer(peer->ordinal, peer->context, enable != 0);
    if (code == (enable ? is_enabled : is_not_enabled)) return NDW_OK;
    return check(code, enable ? "opening the way to another device" : "closing the way to another device");
}

}  // namespace ndweave::gpu
