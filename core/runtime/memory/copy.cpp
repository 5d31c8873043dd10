#include "runtime/memory/copy.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "ndweave/exception.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave::detail {
namespace {

/// The device that owns the memory at `pointer`, if a queue of `own` cannot copy it; else null.
std::shared_ptr<device_impl> foreign_device(const device_impl& own, const void* pointer) {
    const auto found = allocation_map::instance().find(pointer);
    if (!found || found->kind != usm_kind::device || found->device.get() == &own) return nullptr;
    return own.copies_memory_of(*found->device) ? nullptr : found->device;
}

/// One side of a copy: the queue itself, or a temporary queue of the foreign device.
class copy_side {
public:
    copy_side(queue_core& queue, const std::shared_ptr<device_impl>& foreign)
        : other_(foreign ? foreign->make_queue(false) : nullptr), queue_(other_ ? *other_ : queue.executing()) {}

    void copy(void* to, const void* from, std::size_t bytes) {
        queue_.copy(to, from, bytes);
        queue_.wait();
    }

private:
    std::unique_ptr<queue_impl> other_;
    queue_impl& queue_;
};

void copy_via_host(copy_side& target, char* to, copy_side& source, const char* from, std::size_t bytes) {
    std::vector<char> buffer(std::min(bytes, device_tuning::host_copy_bytes));
    for (std::size_t done = 0; done < bytes; done += buffer.size()) {
        const std::size_t next = std::min(buffer.size(), bytes - done);
        source.copy(buffer.data(), from + done, next);
        target.copy(to + done, buffer.data(), next);
    }
}

}  // namespace

void copy(queue_core& queue, void* to, const void* from, std::size_t bytes) {
    const device_impl& own = *queue.device();
    if (allocation_map::instance().has_only(own)) return queue.impl().copy(to, from, bytes);
    const auto target = foreign_device(own, to), source = foreign_device(own, from);
    if (!target && !source) return queue.impl().copy(to, from, bytes);
    if (queue.recorder()) {
        throw exception(errc::feature_not_supported,
                        "a graph of " + own.limits().name + " cannot hold a copy of memory of " +
                            (target ? target : source)->limits().name + ": copy before or after the graph");
    }
    queue.executing().wait();
    copy_side to_side(queue, target), from_side(queue, source);
    copy_via_host(to_side, static_cast<char*>(to), from_side, static_cast<const char*>(from), bytes);
}

}  // namespace ndweave::detail
