/// Boxes of lattice points, as parts of grids and regions of fields.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ndweave::partition {

/// The points from `begin` up to `end`, which is outside. Axis 0 varies slowest, as in SYCL's ranges.
template <int D>
struct box {
    std::array<std::int64_t, D> begin{}, end{};

    constexpr std::int64_t extent(int axis) const {
        const auto a = static_cast<std::size_t>(axis);
        return std::max<std::int64_t>(end[a] - begin[a], 0);
    }
    constexpr std::int64_t size() const {
        std::int64_t points = 1;
        for (int axis = 0; axis < D; ++axis) points *= extent(axis);
        return points;
    }
    bool operator==(const box&) const = default;
};

/// A neighbour's direction: -1, 0 or 1 along each axis, not 0 along all.
template <int D>
using direction = std::array<int, D>;

template <int D>
constexpr direction<D> opposite(direction<D> d) {
    for (int& step : d) step = -step;
    return d;
}

/// Number of axes along which it leads away: 1 through a face, more through edges and corners.
template <int D>
constexpr int axes_of(const direction<D>& d) {
    return static_cast<int>(std::count_if(d.begin(), d.end(), [](int step) { return step != 0; }));
}

}  // namespace ndweave::partition
