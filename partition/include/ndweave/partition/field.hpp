/// How the fields of a part lie in memory.
#pragma once

#include <array>
#include <cstddef>

namespace ndweave::partition {

/// A part's field: its own lines 0 to n - 1 along an axis of n cells, and ghost lines around them. What lies on the
/// border between two parts (vertices, faces across the axis) is a line of both, n of the one and 0 of the other:
/// `shared` is 1 along that axis, and both compute it.
template <class T, int D>
struct field {
    T* origin;                                // element (0, …, 0)
    std::array<std::ptrdiff_t, D> strides{};  // in elements
    std::array<int, D> shared{};
};

}  // namespace ndweave::partition
