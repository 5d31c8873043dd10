/// Parallel execution of a launch's parts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "compiler/abi.h"
#include "ndweave/detail/function_ref.hpp"

namespace ndweave::detail {

/// Calls `part(begin, end)` for consecutive intervals that cover [0, units), on the threads of the caller's TBB arena
/// including the calling thread. `expected_ns` is the estimated time of all parts on one thread.
///
/// A thread starts with the same intervals in each launch where TBB allows it (static affinity), and steals from
/// threads that are late. Every other launch starts at the end of the intervals if `footprint_bytes()`, the memory that
/// all parts access, exceeds the threads' second-level caches. Only evaluated for long launches.
///
/// Returns when all parts are done; rethrows the first exception of a part. The calling thread runs no other TBB task
/// meanwhile, so the caller may hold a lock. Inside a part, launches run on the thread that runs the part.
void parallel_parts(std::uint64_t units, double expected_ns,
                    function_ref<void(std::uint64_t begin, std::uint64_t end)> part,
                    function_ref<std::uint64_t()> footprint_bytes);

/// The same with one interval per thread, for first-touch placement: it binds the data of [0, units) to the threads
/// that will work on them. An interval is stolen only if its thread does not arrive. Waits up to 200 µs for sleeping
/// workers.
void parallel_shares(std::uint64_t units, function_ref<void(std::uint64_t begin, std::uint64_t end)> share);

/// A half-open box of a 3-D grid, as compiled kernels take it.
using grid_box = ndw_host_box;

/// Calls `f(grid_box)` for boxes that cover the interval [begin, end) of the linear order of `extent` (axis 0 fastest):
/// at most two partial rows, two partial planes and one run of whole planes.
template <class F>
void for_each_box(const std::uint64_t (&extent)[3], std::uint64_t begin, std::uint64_t end, const F& f) {
    const std::uint64_t row = extent[0];
    const std::uint64_t plane = row * extent[1];
    while (begin < end) {
        const std::uint64_t x = begin % row, y = begin / row % extent[1], z = begin / plane;
        const std::uint64_t left = end - begin;
        if (x == 0 && y == 0 && left >= plane) {
            const std::uint64_t planes = left / plane;
            f(grid_box{{0, 0, z}, {row, extent[1], z + planes}});
            begin += planes * plane;
        } else if (x == 0 && left >= row) {
            const std::uint64_t rows = std::min(left / row, extent[1] - y);
            f(grid_box{{0, y, z}, {row, y + rows, z + 1}});
            begin += rows * row;
        } else {
            const std::uint64_t items = std::min(left, row - x);
            f(grid_box{{x, y, z}, {x + items, y + 1, z + 1}});
            begin += items;
        }
    }
}

}  // namespace ndweave::detail
