#include "cpu/memory/footprint.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "cpu/tuning.hpp"
#include "runtime/memory/allocation_map.hpp"

namespace ndweave::detail {

footprint estimate_footprint(const launch& l) {
    const std::uint64_t items = l.global_range[0] * l.global_range[1] * l.global_range[2];
    const std::uint64_t max_bytes =
        items > UINT64_MAX / tuning::max_bytes_per_item ? UINT64_MAX : items * tuning::max_bytes_per_item;
    const auto* words = static_cast<const char*>(l.functor);
    footprint f;
    bool any = false;
    for (std::uint32_t at = 0; at + 8 <= l.kernel->functor_size; at += 8) {
        std::uintptr_t word;
        std::memcpy(&word, words + at, sizeof word);
        const std::uint64_t bytes = allocation_map::instance().bytes_from(reinterpret_cast<const void*>(word));
        if (bytes == 0) continue;
        any = true;
        f.bytes += std::min(bytes, max_bytes);
        f.alignment = std::min(f.alignment, 1u << std::min(std::countr_zero(word), 6));
    }
    if (!any) f.alignment = 1;
    return f;
}

}  // namespace ndweave::detail
