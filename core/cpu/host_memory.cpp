#include "cpu/host_memory.hpp"

#include <sys/mman.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "cpu/host_info.hpp"
#include "cpu/schedule.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t line = 64, page = 4096, huge_page = std::size_t{2} << 20;
constexpr std::size_t worth_spreading = 256 << 10;  // bytes; smaller arrays share the caches without harm
constexpr std::size_t worth_touching = 1 << 20;

/// Stands before the memory.
struct header {
    void* block;  // of aligned_alloc
};
static_assert(sizeof(header) <= line);

/// More than memory and swap together. Linux grants even that where it is told to overcommit always, and ends the
/// process when it is touched.
bool is_more_than_all(std::size_t bytes) {
    if (bytes < std::size_t{1} << 30) return false;
    struct sysinfo now;
    return sysinfo(&now) == 0 && bytes / now.mem_unit > now.totalram + now.totalswap;
}

/// Bytes before the memory: steps of a page and five lines, 16 of them.
std::size_t next_lead(std::size_t bytes) {
    static std::atomic<std::size_t> count = 0;
    if (bytes < worth_spreading) return line;
    return line + count.fetch_add(1, std::memory_order_relaxed) % 16 * (page + 5 * line);
}

void touch_pages(char* memory, std::size_t bytes) {
    const std::uint64_t pages = (bytes + page - 1) / page;
    parallel_shares(pages, [=](std::uint64_t begin, std::uint64_t end) {
        for (std::size_t at = begin * page; at < std::min(bytes, end * page); at += page) {
            const_cast<volatile char*>(memory)[at] = 0;
        }
    });
}

}  // namespace

void* allocate_host(std::size_t bytes, std::size_t alignment) {
    const std::size_t unit = std::max(alignment, line);  // powers of two
    const std::size_t lead = (next_lead(bytes) + unit - 1) / unit * unit;
    const std::size_t align = std::max(unit, bytes < huge_page ? line : huge_page);
    if (bytes > SIZE_MAX - lead - align || is_more_than_all(bytes)) return nullptr;
    const std::size_t size = (bytes + lead + align - 1) / align * align;
    char* const block = static_cast<char*>(std::aligned_alloc(align, size));
    if (block == nullptr) return nullptr;
    if (bytes >= huge_page) madvise(block, size, MADV_HUGEPAGE);
    char* const memory = block + lead;
    reinterpret_cast<header*>(memory)[-1].block = block;
    if (bytes >= worth_touching && has_several_numa_nodes()) touch_pages(memory, bytes);
    return memory;
}

void free_host(void* memory) {
    if (memory != nullptr) std::free(static_cast<header*>(memory)[-1].block);
}

}  // namespace ndweave::detail
