#include "cpu/check/local_arrays.hpp"

#include <algorithm>
#include <span>

namespace ndweave::detail {

local_arrays::local_arrays(const void* start, const ndw_compiled_kernel& kernel, const launch& l)
    : start_(reinterpret_cast<std::uintptr_t>(start)) {
    for (const ndw_local_array& a : std::span(kernel.local_arrays, kernel.local_array_count)) {
        arrays_.push_back({start_ + a.offset, a.bytes, "an array that the kernel declares in local memory,"});
    }
    if (!l.local_arrays) {
        // Launches of a graph say no more than how much there is.
        if (l.local_memory_bytes != 0)
            arrays_.push_back({start_ + kernel.local_bytes, l.local_memory_bytes, "the launch's local memory"});
        return;
    }
    for (const local_array& a : *l.local_arrays) {
        arrays_.push_back({start_ + kernel.local_bytes + a.offset, a.bytes, "a local_accessor"});
    }
}

bool local_arrays::hold(std::uintptr_t address, std::uint64_t bytes) const {
    return std::ranges::any_of(arrays_, [&](const array& a) {
        return address >= a.begin && address - a.begin < a.bytes && bytes <= a.bytes - (address - a.begin);
    });
}

std::string local_arrays::place_text(std::uintptr_t address) const {
    if (arrays_.empty()) {
        return "at byte " + std::to_string(static_cast<std::int64_t>(address - start_)) +
               " of local memory, of which the launch has 0 bytes";
    }
    const auto behind = std::ranges::upper_bound(arrays_, address, {}, &array::begin);
    const array& nearest = behind == arrays_.begin() ? *behind : *std::prev(behind);
    return "at byte " + std::to_string(static_cast<std::int64_t>(address - nearest.begin)) + " of " + nearest.what +
           " of " + std::to_string(nearest.bytes) + " bytes";
}

}  // namespace ndweave::detail
