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

/// A row in Gpx/s; `bytes_per_pixel` is what the stage reads and writes.
result make_row(const char* stage, const image&, double bytes_per_pixel, timing, verification check);

/// The OpenMP peer.
std::vector<result> run_native(const context&);

/// The CUDA C++ peer. Throws unavailable where it is not here.
std::vector<result> run_cuda(const context&);

/// The Kokkos peer, where the build has Kokkos.
std::vector<result> run_kokkos(const context&);

}  // namespace ndweave::apps::dct8x8
