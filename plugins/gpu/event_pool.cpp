#include "gpu/event_pool.hpp"

#include <new>

#include "gpu/driver.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {

ndw_event* event_pool::take(unsigned flags) {
    const std::lock_guard lock(mutex_);
    std::vector<ndw_event*>& idle = idle_[flags];
    if (idle.empty()) return nullptr;
    ndw_event* const event = idle.back();
    idle.pop_back();
    return event;
}

bool event_pool::give_back(ndw_event* event) noexcept {
    const std::lock_guard lock(mutex_);
    try {
        idle_[event->flags].push_back(event);
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void event_pool::close() {
    for (auto& [flags, idle] : idle_) {
        for (ndw_event* const event : idle) {
            driver.event_destroy(event->handle);
            delete event;
        }
        idle.clear();
    }
}

}  // namespace ndweave::gpu
