#include "cpu/check/shadow_memory.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace ndweave::detail {
namespace {

constexpr std::size_t page_bytes = std::size_t{1} << shadow_memory::page_shift;

std::size_t cells_in_page(unsigned shift) { return page_bytes >> shift; }

}  // namespace

shadow_memory::page* shadow_memory::page_of(std::uintptr_t number) {
    recent& slot = recent_[number % recent_.size()];
    if (slot.number == number) return slot.found;
    page& found = pages_[number];
    slot = {number, &found};
    return &found;
}

/// Splits the cells into cells of 2^shift bytes, each a copy of the larger one.
bool shadow_memory::refine(page& p, unsigned shift) {
    const std::size_t count = cells_in_page(shift);
    std::unique_ptr<shadow_cell[]> finer(new (std::nothrow) shadow_cell[count]());
    if (!finer) return false;
    bytes_ += count * sizeof(shadow_cell);
    if (p.cells) {
        bytes_ -= cells_in_page(p.shift) * sizeof(shadow_cell);
        for (std::size_t i = 0; i < count; ++i) finer[i] = p.cells[i >> (p.shift - shift)];
    }
    p.cells = std::move(finer);
    p.shift = shift;
    return true;
}

shadow_memory::cells shadow_memory::find(std::uintptr_t address, std::size_t bytes) {
    page* const p = page_of(address >> page_shift);
    const auto common = static_cast<unsigned>(std::countr_zero(address | bytes | 8));
    if (!p->cells || common < p->shift) [[unlikely]] {
        if (!refine(*p, common)) return {nullptr, 0};
    }
    return {p->cells.get() + ((address & (page_bytes - 1)) >> p->shift), bytes >> p->shift};
}

void shadow_memory::clear() {
    pages_.clear();
    recent_.fill({});
    bytes_ = 0;
}

}  // namespace ndweave::detail
