/// The four stages on the device. Images are row-major float, width and height multiples of 8; coefficients lie where
/// their block's pixels lay.
#pragma once

#include <cmath>
#include <cstdint>
#include <ndweave/ndweave.hpp>

#include "quantization.hpp"
#include "tile.hpp"
#include "transform.hpp"

namespace ndweave::apps::dct8x8 {

struct image_view {
    std::uint32_t width, height;
    range<2> extent() const { return {height, width}; }
};

/// Columns of a strip of 8 rows that one work-group transforms; narrower images take fewer.
inline std::uint32_t strip_width(const image_view& view) {
    for (std::uint32_t w : {64u, 32u, 16u}) {
        if (view.width % w == 0) return w;
    }
    return 8;
}

enum class direction { forward, inverse };

/// Separable transform of whole blocks. A work-item transforms a column of 8 pixels, hands it over through local
/// memory, then a row; the strip is read and written in rows, so that neighbouring work-items touch neighbouring
/// pixels.
template <direction Direction>
event transform_separable(queue& q, image_view view, const float* in, float* out) {
    const std::uint32_t strip = strip_width(view);
    return q.submit([&](handler& h) {
        local_accessor<float, 1> tile(range<1>(block * (strip + 1)), h);
        h.parallel_for<struct separable_name>(
            nd_range<2>({view.height / block, view.width}, {1, strip}), [=](nd_item<2> it) {
                const std::uint32_t lane = static_cast<std::uint32_t>(it.get_local_id(1));
                const std::uint32_t pitch = strip + 1;
                const std::size_t corner = it.get_global_id(0) * block * view.width + it.get_global_id(1);
                float v[block];
                for (int i = 0; i < block; ++i) v[i] = in[corner + static_cast<std::size_t>(i) * view.width];
                if constexpr (Direction == direction::forward) {
                    for (float& x : v) x -= level_shift;
                    forward(v);
                } else {
                    inverse(v);
                }
                for (std::uint32_t i = 0; i < block; ++i) tile[i * pitch + lane] = v[i];
                group_barrier(it.get_group());
                // Row `lane % 8` of block `lane / 8`: neighbouring work-items read one column of rows, the pitch keeps
                // banks apart.
                const std::uint32_t row = (lane % block) * pitch + lane / block * block;
                for (std::uint32_t i = 0; i < block; ++i) v[i] = tile[row + i];
                if constexpr (Direction == direction::forward) {
                    forward(v);
                } else {
                    inverse(v);
                }
                for (std::uint32_t i = 0; i < block; ++i) tile[row + i] = v[i];
                group_barrier(it.get_group());
                for (std::uint32_t i = 0; i < block; ++i) {
                    const float x = tile[i * pitch + lane];
                    out[corner + static_cast<std::size_t>(i) * view.width] =
                        Direction == direction::forward ? x : x + level_shift;
                }
            });
    });
}

/// Separable transform with a work-group a block, whose only work-item has columns and rows as SIMD lanes: what CPUs do
/// best, since a block's rows come out of registers by shuffles and not by gathers.
template <direction Direction>
event transform_blocks(queue& q, image_view view, const float* in, float* out) {
    const nd_range<2> blocks({view.height / block, view.width / block}, {1, 1});
    return q.parallel_for<struct blocks_name>(blocks, [=](nd_item<2> it) {
        const std::size_t corner = (it.get_global_id(0) * view.width + it.get_global_id(1)) * block;
        transform_tile<Direction == direction::inverse>(in, out, corner, view.width);
    });
}

/// The textbook forward transform, C·X·Cᵀ: a work-item makes one coefficient from a row and a column in local memory.
inline event transform_matrix(queue& q, image_view view, const float* matrix, const float* in, float* out) {
    const std::uint32_t strip = view.width % 32 == 0 ? 32 : 8;
    return q.submit([&](handler& h) {
        local_accessor<float, 1> pixels(range<1>(block * strip), h), half(range<1>(block * strip), h),
            c(range<1>(64), h);
        h.parallel_for<struct matrix_name>(nd_range<2>(view.extent(), {block, strip}), [=](nd_item<2> it) {
            const std::uint32_t u = static_cast<std::uint32_t>(it.get_local_id(0));
            const std::uint32_t column = static_cast<std::uint32_t>(it.get_local_id(1));
            const std::size_t here = it.get_global_id(0) * view.width + it.get_global_id(1);
            pixels[u * strip + column] = in[here] - level_shift;
            if (column < block) c[u * block + column] = matrix[u * block + column];
            group_barrier(it.get_group());
            float sum = 0;
            for (std::uint32_t i = 0; i < block; ++i) sum += c[u * block + i] * pixels[i * strip + column];
            half[u * strip + column] = sum;
            group_barrier(it.get_group());
            const std::uint32_t first = column / block * block, v = column % block;
            sum = 0;
            for (std::uint32_t i = 0; i < block; ++i) sum += half[u * strip + first + i] * c[v * block + i];
            out[here] = sum;
        });
    });
}

/// out = f(in, k) for every pixel, k being its place in its block. A work-item does the pixels at one place of `Blocks`
/// blocks, one above the other: on GPUs their loads overlap, and what f takes from a table is read once.
template <int Blocks, class Name, class In, class Out, class F>
event for_each_pixel(queue& q, image_view view, const In* in, Out* out, const F& f) {
    const std::uint32_t strips = (view.height / block + Blocks - 1) / Blocks;
    return q.parallel_for<Name>(range<2>(strips * block, view.width), [=](item<2> it) {
        const std::size_t column = it.get_id(1), row = it.get_id(0) / block * Blocks * block + it.get_id(0) % block;
        const std::size_t k = it.get_id(0) % block * block + column % block;
        const std::size_t first = row * view.width + column, step = std::size_t{block} * view.width;
        if (row + (Blocks - 1) * block < view.height) {
            In values[Blocks];
            for (std::size_t b = 0; b < Blocks; ++b) values[b] = in[first + b * step];
            for (std::size_t b = 0; b < Blocks; ++b) out[first + b * step] = f(values[b], k);
        } else {
            for (std::size_t b = 0; row + b * block < view.height; ++b)
                out[first + b * step] = f(in[first + b * step], k);
        }
    });
}

template <int Blocks>
event quantize(queue& q, image_view view, const quantization& table, const float* coefficients, std::int16_t* levels) {
    return for_each_pixel<Blocks, struct quantize_name>(
        q, view, coefficients, levels, [table](float coefficient, std::size_t k) {
            return static_cast<std::int16_t>(std::rint(coefficient * table.reciprocal[k]));
        });
}

template <int Blocks>
event dequantize(queue& q, image_view view, const quantization& table, const std::int16_t* levels,
                 float* coefficients) {
    return for_each_pixel<Blocks, struct dequantize_name>(
        q, view, levels, coefficients,
        [table](std::int16_t level, std::size_t k) { return static_cast<float>(level) * table.divisor[k]; });
}

}  // namespace ndweave::apps::dct8x8
