#include "runtime/kernel/captures/captured_pointers.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "runtime/memory/allocation_map.hpp"

namespace ndweave::detail {
namespace {

constexpr unsigned bits_of_alignment = 6, bits_of_page = 12;  // low bits of pointers that many allocations share

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

std::uint64_t pointer_classes_of(const ndw_compiled_kernel& kernel, const void* functor) {
    const allocation_map& map = allocation_map::instance();
    std::vector<std::uintptr_t> written;  // where the pointers in front lead that the kernel writes through
    std::vector<std::uintptr_t> apart;    // allocations that are told from others
    std::uint64_t classes = 0;
    for (std::uint32_t n = 0; n < kernel.distinct_pointer_count; ++n) {
        const std::uintptr_t pointer = captured_pointer(functor, kernel.distinct_pointers[n]);
        const std::uintptr_t base = pointer == 0 ? 0 : map.base_of(reinterpret_cast<const void*>(pointer));
        const bool is_written = n < kernel.written_pointer_count;
        std::uint64_t back = 0;
        if (pointer != 0 && base == 0) {
            back = NDW_POINTER_ANYWHERE;
        } else if (base != 0 && (!is_written || kernel.written_pointers_apart)) {
            const auto first = std::ranges::find(written, base);
            if (first != written.end()) back = n - static_cast<std::uint64_t>(first - written.begin());
        }
        if (back != 0 && n >= NDW_POINTER_CLASSES) return pointers_anywhere;
        if (back == 0) apart.push_back(base);
        classes |= back << NDW_POINTER_CLASS_BITS * n;
        if (is_written) written.push_back(base);
    }
    return classes != 0 && apart.size() < 2 ? pointers_anywhere : classes;
}

bool implies_distinction(const ndw_compiled_kernel& kernel, const ndw_compiled_kernel& other, std::uint64_t classes) {
    const std::span all(kernel.distinct_pointers, kernel.distinct_pointer_count);
    const std::span of_other(other.distinct_pointers, other.distinct_pointer_count);
    if (of_other.empty()) return true;
    if (kernel.written_pointers_apart < other.written_pointers_apart) return false;
    if (classes != 0)  // which go by the position
        return std::ranges::equal(all, of_other) && kernel.written_pointer_count == other.written_pointer_count;
    const auto is_in = [](const auto& offsets) {
        return [&](std::uint32_t offset) { return std::ranges::find(offsets, offset) != offsets.end(); };
    };
    return std::ranges::all_of(of_other, is_in(all)) &&
           std::ranges::all_of(of_other.first(other.written_pointer_count),
                               is_in(all.first(kernel.written_pointer_count)));
}

std::uint64_t distinct_launches::classes_of(const ndw_compiled_kernel& kernel, const void* functor) {
    if (kernel.distinct_pointer_count == 0) return 0;
    if (kernel.distinct_pointer_count > max_pointers) return pointer_classes_of(kernel, functor);
    std::uintptr_t mixed = 0;
    for (std::uint32_t i = 0; i < kernel.distinct_pointer_count; ++i)
        mixed = mixed * 5 + (captured_pointer(functor, kernel.distinct_pointers[i]) >> bits_of_alignment);
    known_launch& known = known_[(mixed ^ mixed >> bits_of_page) % launches];
    const std::uint64_t changes = allocation_map::instance().changes();
    if (const auto classes = known.find(kernel, functor, changes)) return *classes;
    const std::uint64_t classes = pointer_classes_of(kernel, functor);
    known.remember(kernel, functor, changes, classes);
    return classes;
}

std::optional<std::uint64_t> distinct_launches::known_launch::find(const ndw_compiled_kernel& kernel,
                                                                   const void* functor, std::uint64_t changes) const {
    const std::uint32_t version = version_.load(std::memory_order_acquire);
    bool same = version % 2 == 0 && changes_.load(std::memory_order_relaxed) == changes;
    for (std::uint32_t i = 0; i < kernel.distinct_pointer_count && same; ++i) {
        same = pointers_[i].load(std::memory_order_relaxed) == captured_pointer(functor, kernel.distinct_pointers[i]);
    }
    const std::uint64_t classes = classes_.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (!same || version_.load(std::memory_order_relaxed) != version) return std::nullopt;
    return classes;
}

void distinct_launches::known_launch::remember(const ndw_compiled_kernel& kernel, const void* functor,
                                               std::uint64_t changes, std::uint64_t classes) {
    std::uint32_t version = version_.load(std::memory_order_relaxed);
    if (version % 2 != 0 || !version_.compare_exchange_strong(version, version + 1, std::memory_order_acquire))
        return;  // another launch remembers its own
    std::atomic_thread_fence(std::memory_order_release);
    for (std::uint32_t i = 0; i < kernel.distinct_pointer_count; ++i) {
        pointers_[i].store(captured_pointer(functor, kernel.distinct_pointers[i]), std::memory_order_relaxed);
    }
    classes_.store(classes, std::memory_order_relaxed);
    changes_.store(changes, std::memory_order_relaxed);
    version_.store(version + 2, std::memory_order_release);
}

}  // namespace ndweave::detail
