/// The peer: OpenMP over rows of blocks; columns as SIMD lanes, then rows of each block.
#include <cmath>
#include <cstdint>

#include "meter.hpp"
#include "reference.hpp"
#include "setup.hpp"
#include "transform.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

constexpr float shift = 128;

template <bool Inverse>
void transform_image(const image& shape, const float* in, float* out) {
    const std::size_t width = shape.width;
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < shape.height; y += block) {
        for (std::size_t x = 0; x < width; x += block) {
            float tile[block][block];
            for (std::size_t i = 0; i < block; ++i) {
                for (std::size_t j = 0; j < block; ++j)
                    tile[i][j] = in[(y + i) * width + x + j] - (Inverse ? 0 : shift);
            }
#pragma omp simd
            for (std::size_t j = 0; j < block; ++j) {
                float v[block];
                for (std::size_t i = 0; i < block; ++i) v[i] = tile[i][j];
                if constexpr (Inverse)
                    inverse(v);
                else
                    forward(v);
                for (std::size_t i = 0; i < block; ++i) tile[i][j] = v[i];
            }
#pragma omp simd
            for (std::size_t i = 0; i < block; ++i) {
                float v[block];
                for (std::size_t j = 0; j < block; ++j) v[j] = tile[i][j];
                if constexpr (Inverse)
                    inverse(v);
                else
                    forward(v);
                for (std::size_t j = 0; j < block; ++j) tile[i][j] = v[j];
            }
            for (std::size_t i = 0; i < block; ++i) {
                for (std::size_t j = 0; j < block; ++j)
                    out[(y + i) * width + x + j] = tile[i][j] + (Inverse ? shift : 0);
            }
        }
    }
}

void quantize_image(const image& shape, const quantization& table, const float* in, std::int16_t* levels) {
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < shape.height; ++y) {
        for (std::size_t x = 0; x < shape.width; ++x) {
            levels[y * shape.width + x] =
                static_cast<std::int16_t>(std::rint(in[y * shape.width + x] * table.reciprocal[y % 8 * 8 + x % 8]));
        }
    }
}

void dequantize_image(const image& shape, const quantization& table, const std::int16_t* levels, float* out) {
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < shape.height; ++y) {
        for (std::size_t x = 0; x < shape.width; ++x) {
            out[y * shape.width + x] =
                static_cast<float>(levels[y * shape.width + x]) * table.divisor[y % 8 * 8 + x % 8];
        }
    }
}

}  // namespace

std::vector<result> run_native(const context& run) {
    const image im = make_image(run);
    const quantization table = make_quantization(run);
    std::vector<float> coefficients(im.pixels.size()), restored(im.pixels.size()), output(im.pixels.size());
    std::vector<std::int16_t> levels(im.pixels.size());
    const auto forward_all = [&] { transform_image<false>(im, im.pixels.data(), coefficients.data()); };
    const auto quantize_all = [&] { quantize_image(im, table, coefficients.data(), levels.data()); };
    const auto dequantize_all = [&] { dequantize_image(im, table, levels.data(), restored.data()); };
    const auto inverse_all = [&] { transform_image<true>(im, restored.data(), output.data()); };

    std::vector<result> rows;
    auto samples = sample(run, forward_all);
    rows.push_back(make_row("forward", im, 8, std::move(samples), verify_forward(im, coefficients)));
    samples = sample(run, quantize_all);
    rows.push_back(make_row("quantize", im, 6, std::move(samples), verify_quantize(im, table, coefficients, levels)));
    samples = sample(run, dequantize_all);
    rows.push_back(make_row("dequantize", im, 6, std::move(samples), verify_dequantize(im, table, levels, restored)));
    samples = sample(run, inverse_all);
    rows.push_back(make_row("inverse", im, 8, std::move(samples), verify_inverse(im, restored, output)));
    samples = sample(run, [&] {
        forward_all();
        quantize_all();
        dequantize_all();
        inverse_all();
    });
    rows.push_back(make_row("total", im, 28, std::move(samples), verify_round_trip(im, table, output)));
    return rows;
}

}  // namespace ndweave::apps::dct8x8
