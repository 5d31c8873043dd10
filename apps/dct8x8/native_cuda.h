/// Interface of DCT8x8's CUDA C++ peer (see peer_library.hpp).
#pragma once

#include <cstdint>

namespace ndweave::apps::dct8x8 {

enum class cuda_stage : int { forward, quantize, dequantize, inverse };

struct cuda_functions {
    /// The image on the first GPU; `divisor` and `reciprocal` are the 64 entries of the quantization.
    const char* (*create)(std::uint32_t width, std::uint32_t height, const float* pixels, const float* divisor,
                          const float* reciprocal, void** codec);
    void (*destroy)(void* codec);
    const char* (*submit)(void* codec, cuda_stage);
    const char* (*wait)(void* codec);
    /// Each where it is not null: width times height values.
    const char* (*read)(void* codec, float* coefficients, std::int16_t* levels, float* restored, float* output);
};

}  // namespace ndweave::apps::dct8x8
