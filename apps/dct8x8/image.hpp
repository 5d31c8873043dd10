/// Grey images: PGM files in and out, and a generated one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ndweave::apps::dct8x8 {

/// Row-major grey values from 0 to 255.
struct image {
    std::uint32_t width = 0, height = 0;
    std::vector<float> pixels;
};

/// Reads PGM, plain (P2) or raw (P5), 8 or 16 bits, scaled to 255; the right and lower edges are repeated up to
/// multiples of 8. Throws usage_error naming file and reason.
image read_pgm(const std::string& path);

/// Writes raw PGM, values rounded and clamped. Throws usage_error where the file cannot be written.
void write_image(const std::string& path, const image&);

/// Smooth shapes, edges and noise, the same for the same size on every machine. Width and height are multiples of 8.
image generate(std::uint32_t width, std::uint32_t height);

}  // namespace ndweave::apps::dct8x8
