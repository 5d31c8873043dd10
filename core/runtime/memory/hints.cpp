/// Prefetches and advice: what they may name, and what becomes of them.
#include "ndweave/handler.hpp"
#include "ndweave/plugin.h"
#include "runtime/memory/allocation_map.hpp"
#include "runtime/queue/queue_core.hpp"
#include "runtime/queue/submission.hpp"

namespace ndweave {
namespace {

using detail::usm_kind;

/// Host and shared memory is reached by the CPU, and by every device of a driver whose devices copy from each other.
bool reaches(const detail::device_impl& own, const detail::allocation& a) {
    if (a.device.get() == &own) return true;
    const std::string &backend = own.limits().backend, &its_backend = a.device->limits().backend;
    if (backend == "cpu") return its_backend == "cpu" || a.kind != usm_kind::device;
    return its_backend == backend && a.kind != usm_kind::device && own.copies_memory_of(*a.device);
}

/// Whether the range is shared memory, which alone moves. Throws errc::invalid unless it is USM that `own` reaches.
bool can_move(const detail::device_impl& own, const std::string& command, const void* memory, std::size_t bytes) {
    const auto refuse = [&](const std::string& why) {
        throw exception(errc::invalid,
                        command + " of " + std::to_string(bytes) + " bytes on " + own.limits().name + ": " + why);
    };
    const auto found = detail::allocation_map::instance().find(memory);
    if (!found) refuse("the pointer points into no live allocation of malloc_shared, malloc_host or malloc_device");
    if (!reaches(own, *found)) {
        refuse("the memory is of " + found->device->limits().name + " (" + found->device->limits().backend +
               "): use a queue of that device");
    }
    const std::size_t left = found->base + found->bytes - reinterpret_cast<std::uintptr_t>(memory);
    if (bytes > left) {
        refuse("the allocation ends " + std::to_string(left) + (left == 1 ? " byte" : " bytes") +
               " behind the pointer");
    }
    return found->kind == usm_kind::shared;
}

}  // namespace

/// Drivers that move pages on demand would move one to the GPU for the last group's few bytes, which holds that group
/// up if the host has read the result before.
void handler::expect_result(const void* variable, std::size_t bytes) {
    detail::queue_core& queue = submission_.queue();
    if (!queue.device()->limits().is_gpu) return;
    const auto advised = detail::allocation_map::instance().claim_results(variable, bytes, queue.device().get());
    if (advised.bytes != 0) queue.executing().advise(advised.memory, advised.bytes, NDW_ADVICE_ACCESS_IN_PLACE);
}

void handler::prefetch(const void* memory, std::size_t bytes) {
    claim_action();
    if (bytes == 0) return;
    const detail::device_impl& own = *submission_.queue().device();
    if (can_move(own, "prefetch", memory, bytes)) submission_.hint({memory, bytes, std::nullopt});
}

void handler::mem_advise(const void* memory, std::size_t bytes, int advice) {
    claim_action();
    if (bytes == 0) return;
    const detail::device_impl& own = *submission_.queue().device();
    const std::string command = "mem_advise (advice " + std::to_string(advice) + ")";
    if (can_move(own, command, memory, bytes)) submission_.hint({memory, bytes, advice});
}

}  // namespace ndweave
