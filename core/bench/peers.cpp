#include "peers.hpp"

#include <cmath>

namespace ndweave::bench {

void openmp_empty(std::size_t groups) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < groups; ++i) asm volatile("");
}

void openmp_triad(double* a, const double* b, const double* c, double scalar, std::size_t n) {
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + scalar * c[i];
}

double openmp_dot(const double* a, const double* b, std::size_t n) {
    double sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
}

void openmp_matmul(float* c, const float* a, const float* b, std::size_t n) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i) {
        float* const row = c + i * n;
        for (std::size_t j = 0; j < n; ++j) row[j] = 0;
        for (std::size_t k = 0; k < n; ++k) {
            const float aik = a[i * n + k];
#pragma omp simd
            for (std::size_t j = 0; j < n; ++j) row[j] += aik * b[k * n + j];
        }
    }
}

void openmp_nbody(float* acceleration, const float* body, std::size_t n, float softening) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < n; ++i) {
        float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
        for (std::size_t j = 0; j < n; ++j) {
            const float dx = body[4 * j] - body[4 * i], dy = body[4 * j + 1] - body[4 * i + 1],
                        dz = body[4 * j + 2] - body[4 * i + 2];
            const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
            const float s = body[4 * j + 3] * inverse * inverse * inverse;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        acceleration[4 * i] = ax;
        acceleration[4 * i + 1] = ay;
        acceleration[4 * i + 2] = az;
        acceleration[4 * i + 3] = 0;
    }
}

}  // namespace ndweave::bench
