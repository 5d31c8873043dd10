#include "runtime/copy.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "ndweave/exception.hpp"
#include "runtime/allocation_map.hpp"
#include "runtime/queue_state.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t most_at_once = std::size_t{16} << 20;  // bytes of host memory

/// The device whose memory `pointer` is, where a queue of `own` does not copy it; else null.
std::shared_ptr<device_impl> stranger(const device_impl& own, const void* pointer) {
    const auto found = allocation_map::instance().find(pointer);
    if (!found || found->kind != usm_kind::device || found->device.get() == &own) return nullptr;
    return own.copies_memory_of(*found->device) ? nullptr : found->device;
}

/// The queue's own device, or one of another for this copy.
class side {
public:
    side(queue_state& queue, const std::shared_ptr<device_impl>& stranger)
        : other_(stranger ? stranger->make_queue(false) : nullptr), queue_(other_ ? *other_ : queue.executing()) {}

    void copy(void* to, const void* from, std::size_t bytes) {
        queue_.copy(to, from, bytes);
        queue_.wait();
    }

private:
    std::unique_ptr<queue_impl> other_;
    queue_impl& queue_;
};

void copy_by_the_host(side& target, char* to, side& source, const char* from, std::size_t bytes) {
    std::vector<char> between(std::min(bytes, most_at_once));
    for (std::size_t done = 0; done < bytes; done += between.size()) {
        const std::size_t next = std::min(between.size(), bytes - done);
        source.copy(between.data(), from + done, next);
        target.copy(to + done, between.data(), next);
    }
}

}  // namespace

void copy(queue_state& queue, void* to, const void* from, std::size_t bytes) {
    const device_impl& own = *queue.device();
    if (allocation_map::instance().has_only(own)) return queue.impl().copy(to, from, bytes);
    const auto target = stranger(own, to), source = stranger(own, from);
    if (!target && !source) return queue.impl().copy(to, from, bytes);
    if (queue.recorder()) {
        throw exception(errc::feature_not_supported,
                        "a graph of " + own.limits().name + " cannot hold a copy of memory of " +
                            (target ? target : source)->limits().name + ": copy before or after the graph");
    }
    queue.executing().wait();
    side to_side(queue, target), from_side(queue, source);
    copy_by_the_host(to_side, static_cast<char*>(to), from_side, static_cast<const char*>(from), bytes);
}

}  // namespace ndweave::detail
