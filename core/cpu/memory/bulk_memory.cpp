#include "cpu/memory/bulk_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cpu/host_info.hpp"
#include "cpu/scheduling/schedule.hpp"
#include "cpu/tuning.hpp"

namespace ndweave::detail {
namespace {

/// Calls `f(begin, end)` in parallel for byte intervals whose inner bounds are multiples of `granule`.
template <class F>
void parallel_bytes(std::size_t bytes, std::size_t granule, const F& f) {
    if (bytes < tuning::min_parallel_bytes) {
        f(std::size_t{0}, bytes);
        return;
    }
    parallel_parts((bytes + granule - 1) / granule, tuning::bulk_ns_per_byte * static_cast<double>(bytes),
                   [&](std::uint64_t begin, std::uint64_t end) { f(begin * granule, std::min(bytes, end * granule)); },
                   [=] { return std::uint64_t{bytes}; });
}

}  // namespace

void bulk_copy(void* to, const void* from, std::size_t bytes) {
    char* const t = static_cast<char*>(to);
    const char* const f = static_cast<const char*>(from);
    const bool overlap = t < f + bytes && f < t + bytes;
    if (overlap) {
        std::memmove(t, f, bytes);
        return;
    }
    // The C library's memcpy uses streaming stores by itself for large parts.
    parallel_bytes(bytes, tuning::page_bytes,
                   [=](std::size_t begin, std::size_t end) { std::memcpy(t + begin, f + begin, end - begin); });
}

void bulk_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
    char* const t = static_cast<char*>(to);
    const std::size_t bytes = pattern_bytes * count;
    const std::size_t granule = pattern_bytes * std::max<std::size_t>(1, tuning::page_bytes / pattern_bytes);
    parallel_bytes(bytes, granule, [=](std::size_t begin, std::size_t end) {
        if (pattern_bytes == 1) {
            std::memset(t + begin, *static_cast<const unsigned char*>(pattern), end - begin);
            return;
        }
        // Doubling fills the first granule from the pattern. The others are copies of the first, which stays in the
        // cache.
        const std::size_t first = std::min(granule, end - begin);
        if (first == 0) return;
        std::memcpy(t + begin, pattern, pattern_bytes);
        for (std::size_t done = pattern_bytes; done < first; done *= 2) {
            std::memcpy(t + begin + done, t + begin, std::min(done, first - done));
        }
        for (std::size_t at = begin + first; at < end; at += granule) {
            std::memcpy(t + at, t + begin, std::min(granule, end - at));
        }
    });
}

}  // namespace ndweave::detail
