#include "runtime/plugin/kernel/captured_pointers.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/memory/allocation_map.hpp"

namespace ndweave::detail {
namespace {

std::uintptr_t captured_pointer(const void* functor, std::uint32_t offset) {
    std::uintptr_t pointer = 0;
    std::memcpy(&pointer, static_cast<const unsigned char*>(functor) + offset, sizeof pointer);
    return pointer;
}

}  // namespace

bool meets_alignment(const ndw_compiled_kernel& kernel, std::uint32_t alignment, const void* functor) {
    for (std::uint32_t i = 0; i < kernel.aligned_pointer_count; ++i) {
        if (captured_pointer(functor, kernel.aligned_pointers[i]) % alignment != 0) return false;
    }
    return true;
}

bool meets_distinction(const ndw_compiled_kernel& kernel, const void* functor) {
    constexpr std::uint32_t most_written = 16;
    if (kernel.distinct_pointer_count == 0) return true;
    if (kernel.written_pointer_count > most_written) return false;
    const allocation_map& map = allocation_map::instance();
    std::uintptr_t written[most_written];
    std::uintptr_t* const end = written + kernel.written_pointer_count;
    for (std::uint32_t i = 0; i < kernel.distinct_pointer_count; ++i) {
        const std::uintptr_t pointer = captured_pointer(functor, kernel.distinct_pointers[i]);
        const std::uintptr_t base = pointer == 0 ? 0 : map.base_of(reinterpret_cast<const void*>(pointer));
        if (pointer != 0 && base == 0) return false;
        if (i < kernel.written_pointer_count)
            written[i] = base;
        else if (base != 0 && std::find(written, end, base) != end)
            return false;
    }
    return true;
}

bool distinct_launch::meets(const ndw_compiled_kernel& kernel, const void* functor) {
    if (kernel.distinct_pointer_count == 0) return true;
    const std::uint64_t changes = allocation_map::instance().changes();
    if (is_known(kernel, functor, changes)) return true;
    if (!meets_distinction(kernel, functor)) return false;
    remember(kernel, functor, changes);
    return true;
}

bool distinct_launch::is_known(const ndw_compiled_kernel& kernel, const void* functor, std::uint64_t changes) const {
    if (kernel.distinct_pointer_count > most) return false;
    const std::uint32_t version = version_.load(std::memory_order_acquire);
    bool same = version % 2 == 0 && changes_.load(std::memory_order_relaxed) == changes;
    for (std::uint32_t i = 0; i < kernel.distinct_pointer_count && same; ++i) {
        same = pointers_[i].load(std::memory_order_relaxed) == captured_pointer(functor, kernel.distinct_pointers[i]);
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    return same && version_.load(std::memory_order_relaxed) == version;
}

void distinct_launch::remember(const ndw_compiled_kernel& kernel, const void* functor, std::uint64_t changes) {
    std::uint32_t version = version_.load(std::memory_order_relaxed);
    if (kernel.distinct_pointer_count > most || version % 2 != 0 ||
        !version_.compare_exchange_strong(version, version + 1, std::memory_order_acquire))
        return;  // another launch remembers its own
    std::atomic_thread_fence(std::memory_order_release);
    for (std::uint32_t i = 0; i < kernel.distinct_pointer_count; ++i) {
        pointers_[i].store(captured_pointer(functor, kernel.distinct_pointers[i]), std::memory_order_relaxed);
    }
    changes_.store(changes, std::memory_order_relaxed);
    version_.store(version + 2, std::memory_order_release);
}

}  // namespace ndweave::detail
