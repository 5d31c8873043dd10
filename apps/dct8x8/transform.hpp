/// The orthonormal 8-point DCT-II and its inverse (DCT-III), as even/odd butterflies: 22 multiplications each.
///
/// F[u] = k(u) · Σ x[i] · cos((2i+1)uπ/16), k(0) = √(1/8), k(u) = 1/2 (ITU-T T.81, A.3.3, one dimension).
#pragma once

#include "host_device.hpp"

namespace ndweave::apps::dct8x8 {

constexpr int block = 8;
constexpr float level_shift = 128;  // T.81, A.3.1: samples become signed

/// cos(kπ/16)/2
inline constexpr double cosine[8] = {0.5,
                                     0.49039264020161522456,
                                     0.46193976625564337806,
                                     0.41573480615127261854,
                                     0.35355339059327376220,
                                     0.27778511650980111237,
                                     0.19134171618254488586,
                                     0.09754516100806413392};

/// Entry (u, i) of the transform's matrix.
constexpr double matrix_entry(int u, int i) {
    // cos is even and has period 2π = 32 steps; fold the angle into the table.
    int k = (2 * i + 1) * u % 32;
    if (k > 16) k = 32 - k;
    if (u == 0) return cosine[4];
    if (k == 8) return 0;
    return k < 8 ? cosine[k] : -cosine[16 - k];
}

template <class T>
NDWEAVE_HOST_DEVICE inline void forward(T (&v)[block]) {
    constexpr T c1 = T(cosine[1]), c2 = T(cosine[2]), c3 = T(cosine[3]), c4 = T(cosine[4]), c5 = T(cosine[5]),
                c6 = T(cosine[6]), c7 = T(cosine[7]);
    const T s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4];
    const T d0 = v[0] - v[7], d1 = v[1] - v[6], d2 = v[2] - v[5], d3 = v[3] - v[4];
    const T a0 = s0 + s3, a1 = s1 + s2, b0 = s0 - s3, b1 = s1 - s2;
    v[0] = c4 * (a0 + a1);
    v[4] = c4 * (a0 - a1);
    v[2] = c2 * b0 + c6 * b1;
    v[6] = c6 * b0 - c2 * b1;
    v[1] = c1 * d0 + c3 * d1 + c5 * d2 + c7 * d3;
    v[3] = c3 * d0 - c7 * d1 - c1 * d2 - c5 * d3;
    v[5] = c5 * d0 - c1 * d1 + c7 * d2 + c3 * d3;
    v[7] = c7 * d0 - c5 * d1 + c3 * d2 - c1 * d3;
}

template <class T>
NDWEAVE_HOST_DEVICE inline void inverse(T (&v)[block]) {
    constexpr T c1 = T(cosine[1]), c2 = T(cosine[2]), c3 = T(cosine[3]), c4 = T(cosine[4]), c5 = T(cosine[5]),
                c6 = T(cosine[6]), c7 = T(cosine[7]);
    const T e0 = c4 * (v[0] + v[4]), e1 = c4 * (v[0] - v[4]), o0 = c2 * v[2] + c6 * v[6], o1 = c6 * v[2] - c2 * v[6];
    const T s0 = e0 + o0, s3 = e0 - o0, s1 = e1 + o1, s2 = e1 - o1;
    const T d0 = c1 * v[1] + c3 * v[3] + c5 * v[5] + c7 * v[7];
    const T d1 = c3 * v[1] - c7 * v[3] - c1 * v[5] - c5 * v[7];
    const T d2 = c5 * v[1] - c1 * v[3] + c7 * v[5] + c3 * v[7];
    const T d3 = c7 * v[1] - c5 * v[3] + c3 * v[5] - c1 * v[7];
    v[0] = s0 + d0;
    v[7] = s0 - d0;
    v[1] = s1 + d1;
    v[6] = s1 - d1;
    v[2] = s2 + d2;
    v[5] = s2 - d2;
    v[3] = s3 + d3;
    v[4] = s3 - d3;
}

}  // namespace ndweave::apps::dct8x8
