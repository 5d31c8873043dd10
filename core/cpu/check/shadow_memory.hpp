/// Shadow memory of check mode: the accesses to each byte of a launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace ndweave::detail {

/// One access in 64 bits: by which work-item, when, and whether atomically. 0: none. Work-items of a launch run one
/// after the other, so `interval` counts the code between barriers (of each group separately) in execution order.
struct access_stamp {
    std::uint64_t bits = 0;

    static constexpr unsigned item_bits = 12, count_bits = 7;
    static constexpr std::uint32_t max_count = (1u << count_bits) - 1;  // of the two counts, which saturate

    /// `sub_groups` and `releases`: barriers of its sub-group and operations that release which the work-item has
    /// passed in the interval.
    static access_stamp make(std::uint64_t interval, std::uint32_t item, std::uint32_t sub_groups,
                             std::uint32_t releases, bool atomic) {
        const std::uint64_t counts = (sub_groups < max_count ? sub_groups : max_count) << count_bits |
                                     (releases < max_count ? releases : max_count);
        return {(interval << item_bits | item) << 16 | counts << 2 | std::uint64_t{atomic} << 1 | 1};
    }

    bool empty() const { return bits == 0; }
    bool is_atomic() const { return bits >> 1 & 1; }
    static constexpr unsigned interval_shift = 16 + item_bits;

    std::uint64_t interval() const { return bits >> interval_shift; }
    std::uint32_t item() const { return bits >> 16 & ((1u << item_bits) - 1); }  // linear id in the group
    std::uint32_t sub_groups() const { return bits >> 2 >> count_bits & max_count; }
    std::uint32_t releases() const { return bits >> 2 & max_count; }
    /// Of the same work-item in the same interval.
    bool is_own(access_stamp other) const { return bits >> 16 == other.bits >> 16; }
};

/// The accesses that later ones can conflict with. Two of each kind, so that at least one is by another work-item.
struct shadow_cell {
    struct record {
        access_stamp stamp;
        std::uint32_t place;  // as the detector numbers source lines
    };
    std::array<record, 2> writes, reads;
};

/// Cells by memory address, created on first use.
class shadow_memory {
public:
    static constexpr unsigned page_shift = 12;

    /// The cells of [address, address + bytes), which lies in one page of memory, in order; each stands for
    /// `cell_bytes`, a power of two of at most 8, of which the access covers whole cells. Null if out of
    /// memory.
    struct cells {
        shadow_cell* first;
        std::size_t count;
    };
    cells find(std::uintptr_t address, std::size_t bytes);
    /// The fast path: null if the cells are not in the recent pages, or if the bytes end in another page.
    cells find_in_page(std::uintptr_t address, std::size_t bytes) const {
        constexpr std::uintptr_t page_bytes = std::uintptr_t{1} << page_shift;
        const recent& slot = recent_[(address >> page_shift) % recents];
        const std::uintptr_t offset = address & (page_bytes - 1);
        if (slot.number != address >> page_shift || offset + bytes > page_bytes) return {nullptr, 0};
        const page& p = *slot.found;
        const std::uintptr_t within = (std::uintptr_t{1} << p.shift) - 1;
        if (!p.cells || ((address | bytes) & within) != 0) return {nullptr, 0};
        return {p.cells.get() + (offset >> p.shift), bytes >> p.shift};
    }

    std::size_t bytes() const { return bytes_; }
    void clear();

private:
    struct page {
        unsigned shift = 3;  // of the bytes of a cell
        std::unique_ptr<shadow_cell[]> cells;
    };

    page* page_of(std::uintptr_t number);
    bool refine(page&, unsigned shift);

    std::unordered_map<std::uintptr_t, page> pages_;
    struct recent {
        std::uintptr_t number = UINTPTR_MAX;
        page* found = nullptr;
    };
    static constexpr std::size_t recents = 256;
    std::array<recent, recents> recent_;
    std::size_t bytes_ = 0;
};

}  // namespace ndweave::detail
