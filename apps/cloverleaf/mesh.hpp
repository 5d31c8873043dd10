/// The staggered mesh: densities and energies in cells, velocities at vertices, fluxes on faces.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <ndweave/ndweave.hpp>

namespace ndweave::apps::cloverleaf {

/// Number of ghost lines on each side of a field.
inline constexpr std::ptrdiff_t ghosts = 2;

/// Spacing along one axis, element 0 for the first cell; ghosts included. Precomputed, because kernels want quotients.
struct axis {
    const double* width;
    const double* inverse;  // 1/width[i]
    const double* centred;  // 1/(distance of the neighbours' centres)
    const double* back;     // width[i]/width[i-1]
    const double* fore;     // width[i]/width[i+1]
};

/// Where things lie: fields of every kind share one layout. Face i of an axis is the near face of cell i, vertex (i, j)
/// the lower left one of cell (i, j). Kernels capture it by value.
struct mesh {
    static constexpr std::ptrdiff_t line = 8;  // doubles: rows start on a cache line
    std::ptrdiff_t columns, rows;              // of cells
    std::ptrdiff_t pitch;
    axis x, y;

    static constexpr std::ptrdiff_t pitch_for(std::ptrdiff_t columns) {
        return (line + columns + 1 + ghosts + 1 + line - 1) / line * line;
    }
    /// Elements of a field: a row more than the ghosts of vertices need, because kernels look that far.
    std::size_t size() const { return static_cast<std::size_t>(pitch * (rows + 1 + 2 * ghosts + 2)); }
    std::ptrdiff_t index(std::ptrdiff_t column, std::ptrdiff_t row) const {
        return (row + ghosts) * pitch + line + column;
    }
    range<2> cells() const { return {static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)}; }
    range<2> vertices() const { return {static_cast<std::size_t>(rows) + 1, static_cast<std::size_t>(columns) + 1}; }
    double volume(std::ptrdiff_t column, std::ptrdiff_t row) const { return x.width[column] * y.width[row]; }
};

/// A work-item's cell or vertex.
struct place {
    std::ptrdiff_t column, row, at;

    template <class Index>
    place(const mesh& m, const Index& i)
        : column(static_cast<std::ptrdiff_t>(i[1])), row(static_cast<std::ptrdiff_t>(i[0])), at(m.index(column, row)) {}
};

/// Not std::fmin and std::fmax, which look for NaNs: one instruction each.
constexpr double lesser(double a, double b) { return a < b ? a : b; }
constexpr double greater(double a, double b) { return a > b ? a : b; }
/// `c ? a : b` of two values that are both at hand. A conditional of two loads tends to become a load through a chosen
/// address, which vectorizes as a gather; the masks do not, and end as one blend.
constexpr double pick(bool c, double a, double b) {
    const std::uint64_t mask = 0 - static_cast<std::uint64_t>(c);
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(a) & mask) | (std::bit_cast<std::uint64_t>(b) & ~mask));
}

}  // namespace ndweave::apps::cloverleaf
