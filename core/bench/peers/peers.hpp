/// The pages' work as hand-written loops over OpenMP, oneTBB and Kokkos: what the kernels are compared with. A library
/// of its own, compiled by g++ -O3 -march=native whatever compiles ndweave.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::bench {

/// Wallace's pool of one work-group, its passes between two outputs, and the addresses of a pass.
inline constexpr std::size_t wallace_pool = 1024;
inline constexpr int wallace_passes = 4;
/// The state of the linear congruential generator (Numerical Recipes, 7.1.4) from which each pass takes its addresses.
inline std::uint32_t wallace_next(std::uint32_t state) { return state * 1664525u + 1013904223u; }
/// Address of the `j`th value of a pass: an odd stride visits the whole pool once.
inline std::uint32_t wallace_address(std::uint32_t state, std::uint32_t j) {
    return (((state >> 9) | 1u) * j + (state >> 22)) & static_cast<std::uint32_t>(wallace_pool - 1);
}

/// `scale`, one for each output block; `out`, `outputs` pools for each pool.
struct wallace_arrays {
    const float *pools, *scale;
    float* out;
    std::size_t groups, outputs;
};

/// What layer normalization adds to the variance.
inline constexpr float layer_norm_epsilon = 1e-5f;

/// Compressed sparse rows.
struct csr_matrix {
    const int *row, *column;
    const double* value;
    std::size_t rows;
};

struct peer_table {
    void (*empty)(std::size_t groups);
    void (*copy)(double* c, const double* a, std::size_t n);
    void (*mul)(double* b, const double* c, double scalar, std::size_t n);
    void (*add)(double* c, const double* a, const double* b, std::size_t n);
    void (*triad)(double* a, const double* b, const double* c, double scalar, std::size_t n);
    double (*dot)(const double* a, const double* b, std::size_t n);
    void (*block_sums)(float* out, const float* in, std::size_t blocks, std::size_t length);
    void (*products)(float* out, const float* a, const float* b, std::size_t pairs, std::size_t length);
    void (*matmul)(float* c, const float* a, const float* b, std::size_t n);
    void (*dgemm)(double* c, const double* a, const double* b, std::size_t n);
    /// Accelerations of `n` bodies {x, y, z, mass}, softened.
    void (*nbody)(float* acceleration, const float* body, std::size_t n, float softening);
    void (*wallace)(const wallace_arrays&);
    /// Iterations, at most `limit`, of the pixels of [-2, 1] x [-1.5, 1.5].
    void (*mandelbrot)(std::int32_t* count, std::size_t width, std::size_t height, std::int32_t limit);
    void (*spmv)(double* y, const csr_matrix&, const double* x);
    void (*horner)(float* y, const float* x, std::size_t n, const float* coefficient, std::size_t terms);
    void (*sin_exp)(float* y, const float* x, std::size_t n);  // sin(x) exp(x) + sqrt(|x|)
    void (*softmax)(float* out, const float* in, std::size_t rows, std::size_t columns);
    void (*layer_norm)(float* out, const float* in, const float* gain, const float* bias, std::size_t rows,
                       std::size_t columns);
    /// The prefix sums of each row.
    void (*row_scans)(float* out, const float* in, std::size_t rows, std::size_t columns);
    /// Those of `in` below the limit, in order; returns how many.
    std::size_t (*compact)(float* out, const float* in, std::size_t n, float limit);
    /// Sorts each block of `length` keys, a power of two up to 256; the last may be shorter.
    void (*sort_blocks)(std::uint32_t* out, const std::uint32_t* in, std::size_t n, std::size_t length);
    /// To each element the sum of its block of `length`; the sums for in, in + 1, ... in + `repeats` - 1 added up.
    void (*group_sums)(float* out, const float* in, std::size_t n, std::size_t length, int repeats);
};

/// `runtime`: "openmp", "tbb" or "kokkos"; with the fast-math mode compiled by -Ofast. Null where this build has
/// none.
const peer_table* find_peers(const char* runtime, bool fast_math);

/// Name and version of the compiler.
const char* peers_compiler();

}  // namespace ndweave::bench
