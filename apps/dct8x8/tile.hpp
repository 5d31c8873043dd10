/// One block in registers, as the peers transform it: columns as SIMD lanes, then rows.
#pragma once

#include <cstddef>

#include "transform.hpp"

namespace ndweave::apps::dct8x8 {

/// Transforms the block whose corner is in[corner]; rows lie `width` apart.
template <bool Inverse>
inline void transform_tile(const float* in, float* out, std::size_t corner, std::size_t width) {
    float tile[block][block];
    for (std::size_t i = 0; i < block; ++i) {
        for (std::size_t j = 0; j < block; ++j) tile[i][j] = in[corner + i * width + j] - (Inverse ? 0 : level_shift);
    }
#pragma omp simd
    for (std::size_t j = 0; j < block; ++j) {
        float v[block];
        for (std::size_t i = 0; i < block; ++i) v[i] = tile[i][j];
        if constexpr (Inverse) {
            inverse(v);
        } else {
            forward(v);
        }
        for (std::size_t i = 0; i < block; ++i) tile[i][j] = v[i];
    }
#pragma omp simd
    for (std::size_t i = 0; i < block; ++i) {
        float v[block];
        for (std::size_t j = 0; j < block; ++j) v[j] = tile[i][j];
        if constexpr (Inverse) {
            inverse(v);
        } else {
            forward(v);
        }
        for (std::size_t j = 0; j < block; ++j) tile[i][j] = v[j];
    }
    for (std::size_t i = 0; i < block; ++i) {
        for (std::size_t j = 0; j < block; ++j) out[corner + i * width + j] = tile[i][j] + (Inverse ? level_shift : 0);
    }
}

}  // namespace ndweave::apps::dct8x8
