/// One block in registers, as CPUs transform it: columns as SIMD lanes, then rows.
#pragma once

#include <cstddef>

#include "transform.hpp"

namespace ndweave::apps::dct8x8 {

/// f(0) to f(7) as SIMD lanes. OpenMP says so; the kernel compiler finds it out.
template <class F>
NDWEAVE_HOST_DEVICE inline void for_each_lane(const F& f) {
#if defined(_OPENMP) || defined(NDWEAVE_OPENMP_SIMD)
#pragma omp simd
#endif
    for (std::size_t i = 0; i < block; ++i) f(i);
}

/// Transforms the block whose corner is in[corner]; rows lie `width` apart.
template <bool Inverse>
NDWEAVE_HOST_DEVICE inline void transform_tile(const float* in, float* out, std::size_t corner, std::size_t width) {
    float tile[block][block];
    for (std::size_t i = 0; i < block; ++i) {
        for (std::size_t j = 0; j < block; ++j) tile[i][j] = in[corner + i * width + j] - (Inverse ? 0 : level_shift);
    }
    for_each_lane([&](std::size_t j) {
        float v[block];
        for (std::size_t i = 0; i < block; ++i) v[i] = tile[i][j];
        if constexpr (Inverse) {
            inverse(v);
        } else {
            forward(v);
        }
        for (std::size_t i = 0; i < block; ++i) tile[i][j] = v[i];
    });
    for_each_lane([&](std::size_t i) {
        float v[block];
        for (std::size_t j = 0; j < block; ++j) v[j] = tile[i][j];
        if constexpr (Inverse) {
            inverse(v);
        } else {
            forward(v);
        }
        for (std::size_t j = 0; j < block; ++j) tile[i][j] = v[j];
    });
    for (std::size_t i = 0; i < block; ++i) {
        for (std::size_t j = 0; j < block; ++j) out[corner + i * width + j] = tile[i][j] + (Inverse ? level_shift : 0);
    }
}

}  // namespace ndweave::apps::dct8x8
