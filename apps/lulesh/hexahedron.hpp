/// Geometry and forces of one trilinear hexahedron: volume, its derivatives, face normals, characteristic length,
/// hourglass modes. Corners 0 to 3 go round the lower face, 4 to 7 lie above them.
///
/// Sources: "Hydrodynamics Challenge Problem", LLNL-TR-490254, 2011 (the equations); D. Flanagan and T. Belytschko, "A
/// uniform strain hexahedron and quadrilateral with orthogonal hourglass control", IJNME 17, 1981 (hourglass modes).
#pragma once

#include <cmath>

namespace ndweave::apps::lulesh {

struct vec3 {
    double x, y, z;

    friend vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend vec3 operator-(vec3 a, vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend vec3 operator*(double s, vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
    friend vec3 operator-(vec3 a) { return {-a.x, -a.y, -a.z}; }
    vec3& operator+=(vec3 a) { return *this = *this + a; }
};
inline double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline vec3 cross(vec3 a, vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

using corners = vec3[8];

inline double volume(const corners& p) {
    const auto triple = [](vec3 a, vec3 b, vec3 c) { return dot(a, cross(b, c)); };
    return (triple((p[3] - p[1]) + (p[7] - p[2]), p[6] - p[3], p[2] - p[0]) +
            triple((p[4] - p[3]) + (p[5] - p[7]), p[6] - p[4], p[7] - p[0]) +
            triple((p[1] - p[4]) + (p[2] - p[5]), p[6] - p[1], p[5] - p[0])) *
           (1.0 / 12);
}

/// ∂volume/∂corner for the corner whose neighbours and their neighbours are given in the element's cyclic order.
inline vec3 volume_derivative(vec3 a, vec3 b, vec3 c, vec3 d, vec3 e, vec3 f) {
    const auto part = [&](auto u, auto v) {
        return ((u(b) + u(c)) * (v(a) + v(b)) - (u(a) + u(b)) * (v(b) + v(c)) + (u(a) + u(e)) * (v(d) + v(e)) -
                (u(d) + u(e)) * (v(a) + v(e)) - (u(c) + u(f)) * (v(d) + v(f)) + (u(d) + u(f)) * (v(c) + v(f))) *
               (1.0 / 12);
    };
    const auto x = [](vec3 p) { return p.x; };
    const auto y = [](vec3 p) { return p.y; };
    const auto z = [](vec3 p) { return p.z; };
    return {part(y, z), part(z, x), part(x, y)};
}

inline void volume_derivatives(const corners& p, corners& d) {
    d[0] = volume_derivative(p[1], p[2], p[3], p[4], p[5], p[7]);
    d[1] = volume_derivative(p[2], p[3], p[0], p[5], p[6], p[4]);
    d[2] = volume_derivative(p[3], p[0], p[1], p[6], p[7], p[5]);
    d[3] = volume_derivative(p[0], p[1], p[2], p[7], p[4], p[6]);
    d[4] = volume_derivative(p[7], p[6], p[5], p[0], p[3], p[1]);
    d[5] = volume_derivative(p[4], p[7], p[6], p[1], p[0], p[2]);
    d[6] = volume_derivative(p[5], p[4], p[7], p[2], p[1], p[3]);
    d[7] = volume_derivative(p[6], p[5], p[4], p[3], p[2], p[0]);
}

/// Area-weighted normals at the corners: a quarter of each of the three faces that meet there.
inline void corner_normals(const corners& p, corners& n) {
    for (vec3& v : n) v = {0, 0, 0};
    const auto face = [&](int a, int b, int c, int d) {
        const vec3 along = 0.5 * (p[d] + p[c] - p[b] - p[a]), across = 0.5 * (p[c] + p[b] - p[d] - p[a]);
        const vec3 area = 0.25 * cross(along, across);
        n[a] += area;
        n[b] += area;
        n[c] += area;
        n[d] += area;
    };
    face(0, 1, 2, 3);
    face(0, 4, 5, 1);
    face(1, 5, 6, 2);
    face(2, 6, 7, 3);
    face(3, 7, 4, 0);
    face(4, 7, 6, 5);
}

/// Derivatives of the shape functions at the centre times the Jacobian's determinant; opposite corners are negatives,
/// so four are kept. Returns the determinant times 8.
inline double shape_derivatives(const corners& p, vec3 (&b)[4]) {
    const vec3 d60 = p[6] - p[0], d53 = p[5] - p[3], d71 = p[7] - p[1], d42 = p[4] - p[2];
    const vec3 xi = 0.125 * (d60 + d53 - d71 - d42), eta = 0.125 * (d60 - d53 + d71 - d42),
               zeta = 0.125 * (d60 + d53 + d71 + d42);
    const vec3 cxi = cross(eta, zeta), ceta = cross(zeta, xi), czeta = cross(xi, eta);
    b[0] = -cxi - ceta - czeta;
    b[1] = cxi - ceta - czeta;
    b[2] = cxi + ceta - czeta;
    b[3] = ceta - cxi - czeta;
    return 8 * dot(eta, ceta);
}

inline double characteristic_length(const corners& p, double element_volume) {
    double largest = 0;
    const auto face = [&](int a, int b, int c, int d) {
        const vec3 f = (p[c] - p[a]) - (p[d] - p[b]), g = (p[c] - p[a]) + (p[d] - p[b]);
        const double fg = dot(f, g), area = dot(f, f) * dot(g, g) - fg * fg;
        largest = area > largest ? area : largest;
    };
    face(0, 1, 2, 3);
    face(4, 5, 6, 7);
    face(0, 1, 5, 4);
    face(1, 2, 6, 5);
    face(2, 3, 7, 6);
    face(3, 0, 4, 7);
    return 4 * element_volume / std::sqrt(largest);
}

/// The four hourglass modes: patterns of corner motion that change neither volume nor mean strain.
inline constexpr double hourglass_modes[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1},
                                                 {1, -1, -1, 1, -1, 1, 1, -1},
                                                 {1, -1, 1, -1, 1, -1, 1, -1},
                                                 {-1, 1, -1, 1, 1, -1, 1, -1}};

/// Adds the viscous forces that damp the hourglass modes of the velocities `v`.
inline void add_hourglass_forces(const corners& p, const corners& v, double element_volume, double coefficient,
                                 corners& force) {
    corners derivative;
    volume_derivatives(p, derivative);
    const double inverse = 1 / element_volume;
    for (int m = 0; m < 4; ++m) {
        vec3 mode{0, 0, 0};
        for (int c = 0; c < 8; ++c) mode += hourglass_modes[m][c] * p[c];
        double shape[8];
        vec3 rate{0, 0, 0};
        for (int c = 0; c < 8; ++c) {
            shape[c] = hourglass_modes[m][c] - inverse * dot(derivative[c], mode);
            rate += shape[c] * v[c];
        }
        for (int c = 0; c < 8; ++c) force[c] += (coefficient * shape[c]) * rate;
    }
}

}  // namespace ndweave::apps::lulesh
