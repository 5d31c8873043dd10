#include <mutex>
#include <set>
#include <utility>

#include "ndweave/device.hpp"
#include "runtime/device/registry.hpp"
#include "runtime/queue/access.hpp"

namespace ndweave {
namespace {

/// The pairs of devices for which access was enabled.
struct enabled_pairs {
    std::mutex mutex;
    std::set<std::pair<std::shared_ptr<detail::device_impl>, std::shared_ptr<detail::device_impl>>> pairs;
};

enabled_pairs& enabled() {
    static enabled_pairs* const made =
        new enabled_pairs;  // never destroyed: destructors of static objects may come here
    return *made;
}

[[noreturn]] void refuse(const char* command, const device& own, const device& peer, const char* why) {
    throw exception(errc::invalid, std::string(command) + " of " + own.identifier() + " to memory of " +
                                       peer.identifier() + ": " + why);
}

}  // namespace

bool device::ext_oneapi_can_access_peer(const device& peer, ext::oneapi::peer_access value) {
    return peer != *this && impl_->can_access(*peer.impl_, value == ext::oneapi::peer_access::atomics_supported);
}

void device::ext_oneapi_enable_peer_access(const device& peer) {
    constexpr const char* command = "ext_oneapi_enable_peer_access";
    if (!ext_oneapi_can_access_peer(peer)) {
        refuse(command, *this, peer, "it cannot access it; ask ext_oneapi_can_access_peer before");
    }
    enabled_pairs& all = enabled();
    const std::lock_guard lock(all.mutex);
    if (all.pairs.contains({impl_, peer.impl_})) refuse(command, *this, peer, "it is enabled already");
    impl_->set_access(*peer.impl_, true);
    all.pairs.insert({impl_, peer.impl_});
}

void device::ext_oneapi_disable_peer_access(const device& peer) {
    enabled_pairs& all = enabled();
    const std::lock_guard lock(all.mutex);
    if (!all.pairs.contains({impl_, peer.impl_})) {
        refuse("ext_oneapi_disable_peer_access", *this, peer, "it is not enabled");
    }
    impl_->set_access(*peer.impl_, false);
    all.pairs.erase({impl_, peer.impl_});
}

}  // namespace ndweave
