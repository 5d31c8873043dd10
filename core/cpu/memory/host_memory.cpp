#include "cpu/memory/host_memory.hpp"

#include <sys/mman.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "cpu/host_info.hpp"
#include "cpu/scheduling/schedule.hpp"
#include "cpu/tuning.hpp"

namespace ndweave::detail {
namespace {

/// Precedes the memory.
struct header {
    void* block;  // of aligned_alloc
};
static_assert(sizeof(header) <= tuning::cache_line_bytes);

/// Whether it is more than memory and swap together. Linux grants even that with vm.overcommit_memory=1, and kills the
/// process once it is accessed.
bool exceeds_all_memory(std::size_t bytes) {
    if (bytes < tuning::min_overcommit_check_bytes) return false;
    struct sysinfo now;
    return sysinfo(&now) == 0 && bytes / now.mem_unit > now.totalram + now.totalswap;
}

/// Bytes before the memory.
std::size_t next_offset(std::size_t bytes) {
    static std::atomic<std::size_t> count = 0;
    if (bytes < tuning::min_stagger_bytes) return tuning::cache_line_bytes;
    constexpr std::size_t step = tuning::page_bytes + tuning::stagger_lines * tuning::cache_line_bytes;
    return tuning::cache_line_bytes + count.fetch_add(1, std::memory_order_relaxed) % tuning::stagger_steps * step;
}

void touch_pages(char* memory, std::size_t bytes) {
    const std::uint64_t pages = (bytes + tuning::page_bytes - 1) / tuning::page_bytes;
    parallel_shares(pages, [=](std::uint64_t begin, std::uint64_t end) {
        for (std::size_t at = begin * tuning::page_bytes; at < std::min(bytes, end * tuning::page_bytes);
             at += tuning::page_bytes) {
            const_cast<volatile char*>(memory)[at] = 0;
        }
    });
}

}  // namespace

void* allocate_host(std::size_t bytes, std::size_t alignment) {
    const std::size_t unit = std::max(alignment, tuning::cache_line_bytes);  // powers of two
    const std::size_t offset = (next_offset(bytes) + unit - 1) / unit * unit;
    const std::size_t align =
        std::max(unit, bytes < tuning::huge_page_bytes ? tuning::cache_line_bytes : tuning::huge_page_bytes);
    if (bytes > SIZE_MAX - offset - align || exceeds_all_memory(bytes)) return nullptr;
    const std::size_t size = (bytes + offset + align - 1) / align * align;
    char* const block = static_cast<char*>(std::aligned_alloc(align, size));
    if (block == nullptr) return nullptr;
    if (bytes >= tuning::huge_page_bytes) madvise(block, size, MADV_HUGEPAGE);
    char* const memory = block + offset;
    reinterpret_cast<header*>(memory)[-1].block = block;
    if (bytes >= tuning::min_first_touch_bytes && has_several_numa_nodes()) touch_pages(memory, bytes);
    return memory;
}

void free_host(void* memory) {
    if (memory != nullptr) std::free(static_cast<header*>(memory)[-1].block);
}

}  // namespace ndweave::detail
