/// The loops once for all peers. A Runtime has
///
///     rows(n, body)       body(i) for i < n in parallel; body has loops of its own
///     elements(n, body)   the same where body(i) is one lane of a vector
///     sum(n, term)        the sum of term(i), reassociated where the runtime's idiom allows it
///
/// Inner loops read through pointers of the body's own: of captured ones g++ makes gathers.
///
/// NDWEAVE_MATH_MODE names the compilation: the same templates compiled with other options must not be merged by the
/// linker.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "group_loops.hpp"
#include "peers.hpp"

namespace ndweave::bench::NDWEAVE_MATH_MODE {

template <class Runtime>
struct loops {
    static void empty(std::size_t groups) {
        Runtime::rows(groups, [](std::size_t) { asm volatile(""); });
    }

    static void copy(double* c, const double* a, std::size_t n) {
        Runtime::elements(n, [=](std::size_t i) { c[i] = a[i]; });
    }
    static void mul(double* b, const double* c, double scalar, std::size_t n) {
        Runtime::elements(n, [=](std::size_t i) { b[i] = scalar * c[i]; });
    }
    static void add(double* c, const double* a, const double* b, std::size_t n) {
        Runtime::elements(n, [=](std::size_t i) { c[i] = a[i] + b[i]; });
    }
    static void triad(double* a, const double* b, const double* c, double scalar, std::size_t n) {
        Runtime::elements(n, [=](std::size_t i) { a[i] = b[i] + scalar * c[i]; });
    }
    static double dot(const double* a, const double* b, std::size_t n) {
        return Runtime::sum(n, [=](std::size_t i) { return a[i] * b[i]; });
    }

    static void block_sums(float* out, const float* in, std::size_t blocks, std::size_t length) {
        Runtime::rows(blocks, [=](std::size_t block) {
            const float* const first = in + block * length;
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (std::size_t i = 0; i < length; ++i) sum += first[i];
            out[block] = sum;
        });
    }
    static void products(float* out, const float* a, const float* b, std::size_t pairs, std::size_t length) {
        Runtime::rows(pairs, [=](std::size_t pair) {
            const float *const x = a + pair * length, *const y = b + pair * length;
            float sum = 0;
#pragma omp simd reduction(+ : sum)
            for (std::size_t i = 0; i < length; ++i) sum += x[i] * y[i];
            out[pair] = sum;
        });
    }

    template <class T>
    static void matmul(T* c, const T* a, const T* b, std::size_t n) {
        Runtime::rows(n, [=](std::size_t i) {
            T* const row = c + i * n;
            for (std::size_t j = 0; j < n; ++j) row[j] = 0;
            for (std::size_t k = 0; k < n; ++k) {
                const T aik = a[i * n + k], *const from = b + k * n;
#pragma omp simd
                for (std::size_t j = 0; j < n; ++j) row[j] += aik * from[j];
            }
        });
    }

    /// Coordinates apart first: g++ loads vectors of interleaved ones at two thirds of the speed.
    static void nbody(float* acceleration, const float* body, std::size_t n, float softening) {
        std::vector<float> apart(4 * n);
        for (std::size_t i = 0; i < 4 * n; ++i) apart[i % 4 * n + i / 4] = body[i];
        const float* const first = apart.data();
        Runtime::rows(n, [=](std::size_t i) {
            const float *const x = first, *const y = x + n, *const z = y + n, *const mass = z + n;
            const float my_x = x[i], my_y = y[i], my_z = z[i];
            float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
            for (std::size_t j = 0; j < n; ++j) {
                const float dx = x[j] - my_x, dy = y[j] - my_y, dz = z[j] - my_z;
                const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
                const float s = mass[j] * inverse * inverse * inverse;
                ax += dx * s;
                ay += dy * s;
                az += dz * s;
            }
            float* const to = acceleration + 4 * i;
            to[0] = ax;
            to[1] = ay;
            to[2] = az;
            to[3] = 0;
        });
    }

    static void wallace(const wallace_arrays& w) {
        Runtime::rows(w.groups, [=](std::size_t g) {
            constexpr std::uint32_t quarter = wallace_pool / 4;
            float from[wallace_pool], to[wallace_pool];
            std::copy_n(w.pools + g * wallace_pool, wallace_pool, to);
            std::uint32_t state = static_cast<std::uint32_t>(g);
            for (std::size_t o = 0; o < w.outputs; ++o) {
                for (int pass = 0; pass < wallace_passes; ++pass) {
                    state = wallace_next(state);
                    std::copy_n(to, wallace_pool, from);
#pragma omp simd
                    for (std::uint32_t l = 0; l < quarter; ++l) {
                        const float v0 = from[wallace_address(state, l)],
                                    v1 = from[wallace_address(state, l + quarter)],
                                    v2 = from[wallace_address(state, l + 2 * quarter)],
                                    v3 = from[wallace_address(state, l + 3 * quarter)];
                        const float t = 0.5f * (v0 + v1 + v2 + v3);
                        to[l] = v0 - t;
                        to[l + quarter] = v1 - t;
                        to[l + 2 * quarter] = t - v2;
                        to[l + 3 * quarter] = t - v3;
                    }
                }
                const std::size_t block = g * w.outputs + o;
                for (std::size_t i = 0; i < wallace_pool; ++i) w.out[block * wallace_pool + i] = w.scale[block] * to[i];
            }
        });
    }

    static void mandelbrot(std::int32_t* count, std::size_t width, std::size_t height, std::int32_t limit) {
        Runtime::rows(height, [=](std::size_t row) {
            const float cy = -1.5f + 3.0f * (static_cast<float>(row) + 0.5f) / static_cast<float>(height);
            for (std::size_t column = 0; column < width; ++column) {
                const float cx = -2.0f + 3.0f * (static_cast<float>(column) + 0.5f) / static_cast<float>(width);
                float x = 0, y = 0;
                std::int32_t i = 0;
                for (; i < limit && x * x + y * y < 4; ++i) {
                    const float next = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = next;
                }
                count[row * width + column] = i;
            }
        });
    }

    static void spmv(double* y, const csr_matrix& m, const double* x) {
        Runtime::rows(m.rows, [=](std::size_t r) {
            double sum = 0;
            for (int j = m.row[r]; j < m.row[r + 1]; ++j) sum += m.value[j] * x[m.column[j]];
            y[r] = sum;
        });
    }

    /// Strips of 64 elements, so that the loop over the terms is outside.
    static void horner(float* y, const float* x, std::size_t n, const float* coefficient, std::size_t terms) {
        constexpr std::size_t strip = 64;
        Runtime::rows((n + strip - 1) / strip, [=](std::size_t s) {
            const std::size_t first = s * strip, length = std::min(strip, n - first);
            float at[strip] = {}, value[strip] = {};
            std::copy_n(x + first, length, at);
            for (std::size_t k = 0; k < terms; ++k) {
                const float c = coefficient[k];
#pragma omp simd
                for (std::size_t i = 0; i < strip; ++i) value[i] = value[i] * at[i] + c;
            }
            std::copy_n(value, length, y + first);
        });
    }

    static void sin_exp(float* y, const float* x, std::size_t n) {
        Runtime::elements(n,
                          [=](std::size_t i) { y[i] = std::sin(x[i]) * std::exp(x[i]) + std::sqrt(std::fabs(x[i])); });
    }

    using groups = group_loops<Runtime>;
    static constexpr peer_table table{empty,
                                      copy,
                                      mul,
                                      add,
                                      triad,
                                      dot,
                                      block_sums,
                                      products,
                                      matmul<float>,
                                      matmul<double>,
                                      nbody,
                                      wallace,
                                      mandelbrot,
                                      spmv,
                                      horner,
                                      sin_exp,
                                      groups::softmax,
                                      groups::layer_norm,
                                      groups::row_scans,
                                      groups::compact,
                                      groups::sort_blocks,
                                      groups::group_sums};
};

}  // namespace ndweave::bench::NDWEAVE_MATH_MODE
