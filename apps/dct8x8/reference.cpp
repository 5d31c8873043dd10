#include "reference.hpp"

#include <cmath>
#include <functional>

#include "kernels.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

using block_values = double[64];

/// out = M·in·Mᵀ with M the transform's matrix, or its transpose for the inverse.
void transform(const block_values& in, block_values& out, bool inverse) {
    const auto m = [&](int r, int c) { return inverse ? matrix_entry(c, r) : matrix_entry(r, c); };
    block_values half;
    for (int r = 0; r < 8; ++r) {
        for (int c = 0; c < 8; ++c) {
            half[r * 8 + c] = 0;
            for (int i = 0; i < 8; ++i) half[r * 8 + c] += m(r, i) * in[i * 8 + c];
        }
    }
    for (int r = 0; r < 8; ++r) {
        for (int c = 0; c < 8; ++c) {
            out[r * 8 + c] = 0;
            for (int i = 0; i < 8; ++i) out[r * 8 + c] += half[r * 8 + i] * m(c, i);
        }
    }
}

std::size_t pixel_of(const image& im, std::size_t b, std::size_t k) {
    const std::size_t across = im.width / 8;
    return (b / across * 8 + k / 8) * im.width + b % across * 8 + k % 8;
}

/// Calls `visit(position in the image, position in the block)` for the pixels of the sampled blocks.
void for_each_pixel(const image& im, const std::function<void(std::size_t, std::size_t)>& visit) {
    for (const std::size_t b : sampled_blocks(im)) {
        for (std::size_t k = 0; k < 64; ++k) visit(pixel_of(im, b, k), k);
    }
}

/// Larger of both; a NaN wins and stays.
double worse(double a, double b) { return std::isnan(a) || a > b ? a : b; }

verification largest(const char* metric, double value, double tolerance) {
    return {true, value <= tolerance, metric, value, 0, tolerance};
}

/// Compares `got` with the transform of `source`, block by block.
double largest_difference(const image& im, const std::vector<float>& source, const std::vector<float>& got,
                          bool inverse) {
    double value = 0;
    for (const std::size_t b : sampled_blocks(im)) {
        block_values in, out;
        for (std::size_t k = 0; k < 64; ++k) in[k] = source[pixel_of(im, b, k)] - (inverse ? 0.0 : level_shift);
        transform(in, out, inverse);
        for (std::size_t k = 0; k < 64; ++k) {
            const double wanted = out[k] + (inverse ? level_shift : 0.0);
            value = worse(value, std::fabs(got[pixel_of(im, b, k)] - wanted));
        }
    }
    return value;
}

double psnr(double sum_of_squares, double count) { return 10 * std::log10(255.0 * 255.0 * count / sum_of_squares); }

}  // namespace

std::vector<std::size_t> sampled_blocks(const image& im, std::size_t most) {
    const std::size_t all = std::size_t{im.width / 8} * (im.height / 8);
    const std::size_t stride = (all + most - 1) / most;
    std::vector<std::size_t> blocks;
    for (std::size_t b = 0; b < all; b += stride) blocks.push_back(b);
    if (blocks.back() != all - 1) blocks.push_back(all - 1);
    return blocks;
}

verification verify_matrix(const std::vector<float>& matrix) {
    double value = 0;
    for (std::size_t r = 0; r < 8; ++r) {
        for (std::size_t c = 0; c < 8; ++c) {
            double dot = 0;
            for (std::size_t i = 0; i < 8; ++i) dot += double{matrix[r * 8 + i]} * matrix[c * 8 + i];
            value = worse(value, std::fabs(dot - (r == c ? 1 : 0)));
        }
    }
    return largest("largest deviation of the transform from orthonormality", value, 1e-6);
}

verification verify_forward(const image& in, const std::vector<float>& coefficients) {
    return largest("largest error of a coefficient", largest_difference(in, in.pixels, coefficients, false), 2e-3);
}

verification verify_quantize(const image& im, const quantization& table, const std::vector<float>& coefficients,
                             const std::vector<std::int16_t>& levels) {
    double wrong = 0;
    for_each_pixel(im, [&](std::size_t p, std::size_t k) {
        const double exact = double{coefficients[p]} / table.divisor[k];
        if (!(std::fabs(levels[p] - exact) <= 0.5 + 1e-4)) ++wrong;
    });
    return largest("levels that are not the nearest", wrong, 0);
}

verification verify_dequantize(const image& im, const quantization& table, const std::vector<std::int16_t>& levels,
                               const std::vector<float>& coefficients) {
    double wrong = 0;
    for_each_pixel(im, [&](std::size_t p, std::size_t k) {
        if (coefficients[p] != static_cast<float>(levels[p]) * table.divisor[k]) ++wrong;
    });
    return largest("coefficients that are not level times divisor", wrong, 0);
}

verification verify_inverse(const image& im, const std::vector<float>& coefficients, const std::vector<float>& pixels) {
    return largest("largest error of a pixel", largest_difference(im, coefficients, pixels, true), 2e-3);
}

verification verify_round_trip(const image& in, const quantization& table, const std::vector<float>& pixels) {
    double got = 0, wanted = 0, count = 0;
    for (const std::size_t b : sampled_blocks(in)) {
        block_values values, coefficients;
        for (std::size_t k = 0; k < 64; ++k) values[k] = in.pixels[pixel_of(in, b, k)] - level_shift;
        transform(values, coefficients, false);
        for (std::size_t k = 0; k < 64; ++k)
            coefficients[k] = std::rint(coefficients[k] / table.divisor[k]) * table.divisor[k];
        transform(coefficients, values, true);
        for (std::size_t k = 0; k < 64; ++k) {
            const std::size_t p = pixel_of(in, b, k);
            const double a = pixels[p] - in.pixels[p], c = values[k] + level_shift - in.pixels[p];
            got += a * a;
            wanted += c * c;
            ++count;
        }
    }
    verification v{true, false, "PSNR of the round trip, decibel", psnr(got, count), psnr(wanted, count), 0.01};
    v.passed = std::fabs(v.value - v.expected) <= v.tolerance;
    return v;
}

}  // namespace ndweave::apps::dct8x8
