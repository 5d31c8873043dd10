/// JPEG's luminance quantization (ITU-T T.81, table K.1), scaled by a quality of 1 to 100 as the IJG's library does.
#pragma once

#include <algorithm>

namespace ndweave::apps::dct8x8 {

/// Divisors of the 64 coefficients, row-major, rows of vertical frequency. Captured by kernels.
struct quantization {
    float divisor[64];
    float reciprocal[64];

    explicit quantization(int quality) {
        constexpr int luminance[64] = {16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,  //
                                       14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,  //
                                       18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,  //
                                       49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};
        const int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
        for (int i = 0; i < 64; ++i) {
            divisor[i] = static_cast<float>(std::clamp((luminance[i] * scale + 50) / 100, 1, 255));
            reciprocal[i] = 1 / divisor[i];
        }
    }
};

}  // namespace ndweave::apps::dct8x8
