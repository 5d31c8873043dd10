#include "runtime/memory/copy.hpp"

#include <string>

#include "ndweave/exception.hpp"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/memory/staged_copy.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {
namespace {

/// The device whose own memory `pointer` points into; null for memory that the host can access, too.
std::shared_ptr<device_impl> owner(const void* pointer) {
    const auto found = allocation_map::instance().find(pointer);
    if (!found || found->kind != usm_kind::device || found->device->limits().backend == "cpu") return nullptr;
    return found->device;
}

}  // namespace

void copy(queue_core& queue, void* to, const void* from, std::size_t bytes) {
    const device_impl& own = *queue.device();
    if (allocation_map::instance().has_only(own)) return queue.impl().copy(to, from, bytes);
    const copy_end target{static_cast<char*>(to), owner(to)};
    const copy_end source{static_cast<char*>(const_cast<void*>(from)), owner(from)};
    if (accesses(own, target) && accesses(own, source)) return queue.impl().copy(to, from, bytes);
    if (queue.recorder()) {
        throw exception(errc::feature_not_supported,
                        "a graph of " + own.limits().name + " cannot hold a copy of memory of " +
                            (accesses(own, target) ? source : target).device->limits().name +
                            ": copy before or after the graph");
    }
    queue.submit_blocking_call([device = queue.device(), target, source,
                                bytes](queue_impl& by) { staged_copy(by, *device, target, source, bytes); },
                               "a copy of " + std::to_string(bytes) + " bytes between devices");
}

}  // namespace ndweave::detail
