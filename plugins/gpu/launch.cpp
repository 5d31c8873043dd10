#include <string>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {
namespace {

constexpr std::uint32_t max_arguments = 256;

/// Dynamic local memory beyond the limit of all devices must be requested once per kernel and size.
int allow_shared(ndw_kernel& kernel, std::uint64_t bytes) {
    if (bytes <= kernel.allowed_shared.load(std::memory_order_acquire)) return NDW_OK;
    // Serialized: a smaller size that is set later would undo a larger one.
    const std::lock_guard lock(kernel.asking);
    if (bytes <= kernel.allowed_shared.load(std::memory_order_relaxed)) return NDW_OK;
    const int code = this_vendor.allow_shared(kernel.function, static_cast<int>(bytes));
    if (code) {
        check(code, "reserving local memory");
        char words[512];
        last_error(words, sizeof words);
        return fail(NDW_INVALID, std::to_string(bytes) + " bytes of local memory beside " +
                                     std::to_string(kernel.static_shared) + " static ones do not fit: " + words);
    }
    kernel.allowed_shared.store(bytes, std::memory_order_release);
    return NDW_OK;
}

}  // namespace

int launch(ndw_queue* queue, const ndw_launch* l) {
    if (const int status = enter(queue->device)) return status;
    if (const int status = allow_shared(*l->kernel, l->local_memory_bytes)) return status;
    if (l->argument_count > max_arguments) return fail(NDW_UNSUPPORTED, "a kernel has more than 256 arguments");
    void* arguments[max_arguments];
    for (std::uint32_t i = 0; i < l->argument_count; ++i) arguments[i] = const_cast<void*>(l->arguments[i].data);
    const auto groups = [&](int axis) { return static_cast<unsigned>(l->group_count[axis]); };
    return check(driver.launch(l->kernel->function, groups(0), groups(1), groups(2), l->local_range[0],
                               l->local_range[1], l->local_range[2], static_cast<unsigned>(l->local_memory_bytes),
                               queue->stream, arguments, nullptr),
                 "launching a kernel");
}

}  // namespace ndweave::gpu
