/// The loops that do what groups of work-items do together; a Runtime as in loops.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "peers.hpp"

namespace ndweave::bench::NDWEAVE_MATH_MODE {

template <class Runtime>
struct group_loops {
    static void softmax(float* out, const float* in, std::size_t rows, std::size_t columns) {
        Runtime::rows(rows, [=](std::size_t row) {
            const float* const x = in + row * columns;
            float* const y = out + row * columns;
            float most = x[0], sum = 0;
#pragma omp simd reduction(max : most)
            for (std::size_t i = 0; i < columns; ++i) most = x[i] > most ? x[i] : most;
#pragma omp simd reduction(+ : sum)
            for (std::size_t i = 0; i < columns; ++i) {
                const float e = std::exp(x[i] - most);
                y[i] = e;
                sum += e;
            }
            const float scale = 1 / sum;
#pragma omp simd
            for (std::size_t i = 0; i < columns; ++i) y[i] *= scale;
        });
    }

    static void layer_norm(float* out, const float* in, const float* gain, const float* bias, std::size_t rows,
                           std::size_t columns) {
        Runtime::rows(rows, [=](std::size_t row) {
            const float *const x = in + row * columns, *const g = gain, *const b = bias;
            float* const y = out + row * columns;
            float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
            for (std::size_t i = 0; i < columns; ++i) sum += x[i];
            const float mean = sum / static_cast<float>(columns);
#pragma omp simd reduction(+ : squares)
            for (std::size_t i = 0; i < columns; ++i) squares += (x[i] - mean) * (x[i] - mean);
            const float scale = 1 / std::sqrt(squares / static_cast<float>(columns) + layer_norm_epsilon);
#pragma omp simd
            for (std::size_t i = 0; i < columns; ++i) y[i] = (x[i] - mean) * scale * g[i] + b[i];
        });
    }

    static void row_scans(float* out, const float* in, std::size_t rows, std::size_t columns) {
        Runtime::rows(rows, [=](std::size_t row) {
            const float* const x = in + row * columns;
            float* const y = out + row * columns;
            float sum = 0;
#pragma omp simd reduction(inscan, + : sum)
            for (std::size_t i = 0; i < columns; ++i) {
                sum += x[i];
#pragma omp scan inclusive(sum)
                y[i] = sum;
            }
        });
    }

    /// Counts block by block, then writes: each element, kept or not, to where the next one kept belongs.
    static std::size_t compact(float* out, const float* in, std::size_t n, float limit) {
        constexpr std::size_t length = 4096;
        const std::size_t blocks = (n + length - 1) / length;
        std::vector<std::size_t> before(blocks + 1);
        std::size_t* const counts = before.data() + 1;
        Runtime::rows(blocks, [=](std::size_t block) {
            const float* const x = in + block * length;
            const std::size_t size = std::min(length, n - block * length);
            std::uint32_t count = 0;
#pragma omp simd reduction(+ : count)
            for (std::size_t i = 0; i < size; ++i) count += x[i] < limit;
            counts[block] = count;
        });
        for (std::size_t block = 0; block < blocks; ++block) before[block + 1] += before[block];
        const std::size_t* const starts = before.data();
        Runtime::rows(blocks, [=](std::size_t block) {
            const float* const x = in + block * length;
            const std::size_t size = std::min(length, n - block * length), end = starts[block + 1];
            for (std::size_t i = 0, to = starts[block]; i < size && to < end; ++i) {
                out[to] = x[i];
                to += x[i] < limit;
            }
        });
        return before[blocks];
    }

    /// Bitonic networks of 16 blocks at once, a block in each lane of a vector.
    static void sort_blocks(std::uint32_t* out, const std::uint32_t* in, std::size_t n, std::size_t length) {
        constexpr std::size_t lanes = 16, longest = 256;
        Runtime::rows((n + lanes * length - 1) / (lanes * length), [=](std::size_t part) {
            alignas(64) std::uint32_t key[longest][lanes];
            const std::size_t first = part * lanes * length;
            for (std::size_t l = 0; l < lanes; ++l) {
                for (std::size_t i = 0; i < length; ++i) {
                    const std::size_t at = first + l * length + i;
                    key[i][l] = at < n ? in[at] : std::numeric_limits<std::uint32_t>::max();
                }
            }
            for (std::size_t size = 2; size <= length; size *= 2) {
                for (std::size_t step = size / 2; step > 0; step /= 2) {
                    for (std::size_t pair = 0; pair < length / 2; ++pair) {
                        const std::size_t i = pair / step * 2 * step + pair % step;
                        const bool ascending = (i & size) == 0;
                        std::uint32_t *const low = key[ascending ? i : i + step], *const high =
                                                                                      key[ascending ? i + step : i];
#pragma omp simd
                        for (std::size_t l = 0; l < lanes; ++l) {
                            const std::uint32_t a = low[l], b = high[l];
                            low[l] = std::min(a, b);
                            high[l] = std::max(a, b);
                        }
                    }
                }
            }
            for (std::size_t l = 0; l < lanes; ++l) {
                for (std::size_t i = 0; i < length; ++i) {
                    const std::size_t at = first + l * length + i;
                    if (at < n) out[at] = key[i][l];
                }
            }
        });
    }

    static void group_sums(float* out, const float* in, std::size_t n, std::size_t length, int repeats) {
        Runtime::rows((n + length - 1) / length, [=](std::size_t block) {
            const float* const x = in + block * length;
            float* const y = out + block * length;
            const std::size_t size = std::min(length, n - block * length);
            float total = 0;
            for (int r = 0; r < repeats; ++r) {
                const float offset = static_cast<float>(r);
                float sum = 0;
#pragma omp simd reduction(+ : sum)
                for (std::size_t i = 0; i < size; ++i) sum += x[i] + offset;
                total += sum;
            }
#pragma omp simd
            for (std::size_t i = 0; i < size; ++i) y[i] = total;
        });
    }
};

}  // namespace ndweave::bench::NDWEAVE_MATH_MODE
