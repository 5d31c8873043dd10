/// What the ndweave version and its peers share: the image, the table and the shape of the rows.
#pragma once

#include "app.hpp"
#include "image.hpp"
#include "meter.hpp"
#include "quantization.hpp"

namespace ndweave::apps::dct8x8 {

/// The image of the run: `image` (a PGM file), else generated with `width` and `height`, else by the run's size.
image make_image(const context&);

/// The run's `quality`, 1 to 100.
quantization make_quantization(const context&);

/// The transform's matrix, row-major.
std::vector<float> transform_matrix_entries();

/// What a stage reads and writes, and its floating-point operations.
struct work_per_pixel {
    double bytes, flops;
};

/// A one-dimensional transform (transform.hpp) has 22 multiplications and 28 additions, and a block 16 of them; then
/// there is the level shift.
inline constexpr work_per_pixel transform_work{8, 16 * 50 / 64.0 + 1}, quantize_work{6, 1},
    round_trip_work{2 * (transform_work.bytes + quantize_work.bytes), 2 * (transform_work.flops + quantize_work.flops)};

/// Two products with an 8x8 matrix, and the level shift.
inline constexpr work_per_pixel matrix_work{8, 2 * 16 + 1};

/// A row in Gpx/s.
result make_row(const char* stage, const image&, work_per_pixel, timing, verification check);

/// The OpenMP peer.
std::vector<result> run_native(const context&);

/// The CUDA C++ peer. Throws unavailable where it is not here.
std::vector<result> run_cuda(const context&);

}  // namespace ndweave::apps::dct8x8
