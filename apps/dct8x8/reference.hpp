/// What every stage must give, from a double-precision DCT by the definition, block by block.
#pragma once

#include <cstdint>
#include <vector>

#include "app.hpp"
#include "image.hpp"
#include "quantization.hpp"

namespace ndweave::apps::dct8x8 {

/// Blocks that are looked at: all of them, or where there are many an evenly spread part.
std::vector<std::size_t> sampled_blocks(const image&, std::size_t most = 20000);

/// Largest |C·Cᵀ - I|: the transform is orthonormal.
verification verify_matrix(const std::vector<float>& matrix);

/// Largest difference of a coefficient from the double-precision transform of `in` (coefficients reach 1024).
verification verify_forward(const image& in, const std::vector<float>& coefficients);
/// Number of levels that are not the nearest to coefficient / divisor; within 1e-4 of a half either neighbour counts.
verification verify_quantize(const image&, const quantization&, const std::vector<float>& coefficients,
                             const std::vector<std::int16_t>& levels);
/// Number of coefficients that are not level · divisor, exactly.
verification verify_dequantize(const image&, const quantization&, const std::vector<std::int16_t>& levels,
                               const std::vector<float>& coefficients);
/// Largest difference of a pixel from the double-precision inverse transform of `coefficients`.
verification verify_inverse(const image&, const std::vector<float>& coefficients, const std::vector<float>& pixels);
/// PSNR of the round trip in decibel over the sampled blocks, against that of the same round trip in double precision.
verification verify_round_trip(const image& in, const quantization&, const std::vector<float>& pixels);

}  // namespace ndweave::apps::dct8x8
