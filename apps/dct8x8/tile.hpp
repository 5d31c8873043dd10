/// One block in registers, as CPUs transform it: columns as SIMD lanes, then rows.
#pragma once

#include <cstddef>

#include "transform.hpp"

namespace ndweave::apps::dct8x8 {

/// f(0) to f(7) as SIMD lanes. Unrolled first, as short loops are, it would stay eight scalar copies.
template <class F>
NDWEAVE_HOST_DEVICE inline void for_each_lane(const F& f) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety) unroll(disable)
#elif defined(_OPENMP) || defined(NDWEAVE_OPENMP_SIMD)
#pragma omp simd
#endif
    for (std::size_t i = 0; i < block; ++i) f(i);
}

template <bool Inverse>
NDWEAVE_HOST_DEVICE inline void transform_values(float (&v)[block]) {
    if constexpr (Inverse) {
        inverse(v);
    } else {
        forward(v);
    }
}

/// Transforms the block whose corner is in[corner]; rows lie `width` apart.
template <bool Inverse>
NDWEAVE_HOST_DEVICE inline void transform_tile(const float* in, float* out, std::size_t corner, std::size_t width) {
    float tile[block][block];
    for_each_lane([&](std::size_t j) {
        float v[block];
        for (std::size_t i = 0; i < block; ++i) {
            const float x = in[corner + i * width + j];
            v[i] = Inverse ? x : x - level_shift;
        }
        transform_values<Inverse>(v);
        for (std::size_t i = 0; i < block; ++i) tile[i][j] = v[i];
    });
    for_each_lane([&](std::size_t i) {
        float v[block];
        for (std::size_t j = 0; j < block; ++j) v[j] = tile[i][j];
        transform_values<Inverse>(v);
        for (std::size_t j = 0; j < block; ++j) tile[i][j] = v[j];
    });
    for_each_lane([&](std::size_t j) {
        for (std::size_t i = 0; i < block; ++i)
            out[corner + i * width + j] = Inverse ? tile[i][j] + level_shift : tile[i][j];
    });
}

}  // namespace ndweave::apps::dct8x8
