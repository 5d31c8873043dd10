/// Cell-centred fields with one ring of ghost cells, and the operator of one implicit time step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ndweave/ndweave.hpp>

namespace ndweave::apps::tealeaf {

/// Rows of a field start on a cache line: a line of ghosts to the left and at least one ghost to the right.
struct layout {
    static constexpr std::size_t line = 8;  // doubles
    std::uint32_t columns, rows;
    std::size_t pitch;

    layout(std::uint32_t nx, std::uint32_t ny) : columns(nx), rows(ny), pitch((nx + line) / line * line + line) {}
    std::size_t cells() const { return pitch * (rows + 2); }
    range<2> interior() const { return {rows, columns}; }
    /// Of an interior cell; row and column may be one outside.
    std::size_t index(std::size_t row, std::size_t column) const { return (row + 1) * pitch + line + column; }
    std::size_t index(const item<2>& it) const { return index(it.get_id(0), it.get_id(1)); }
};

/// A = I - Δt·∇·(k∇) by five points, no flux through the border: the backward Euler step of u_t = ∇·(k∇u). The face
/// conductivity (w₁+w₂)/(2·w₁·w₂) is the mean of the cells' 1/w; `inverse` holds 1/w, and its negative mirror in the
/// ghosts, so that the border's faces come out as exactly zero.
struct conduction {
    const double* inverse;
    double half_rx, half_ry;  // Δt/(2Δx²), Δt/(2Δy²)
    std::size_t pitch;

    struct faces {
        double west, east, south, north;
        double sum() const { return west + east + south + north; }
    };
    faces at(std::size_t i) const {
        const double c = inverse[i];
        return {half_rx * (inverse[i - 1] + c), half_rx * (c + inverse[i + 1]), half_ry * (inverse[i - pitch] + c),
                half_ry * (c + inverse[i + pitch])};
    }
    /// (A v)(i), the field given as a function of the index.
    template <class Field>
    double apply(std::size_t i, const Field& v) const {
        const faces k = at(i);
        const double here = v(i);
        return here + k.west * (here - v(i - 1)) + k.east * (here - v(i + 1)) + k.south * (here - v(i - pitch)) +
               k.north * (here - v(i + pitch));
    }
    double apply(std::size_t i, const double* v) const {
        return apply(i, [v](std::size_t j) { return v[j]; });
    }
};

}  // namespace ndweave::apps::tealeaf
