/// The same work as hand-written OpenMP loops, built with -O3 -march=native: what the kernels are compared with.
#pragma once

#include <cstddef>

namespace ndweave::bench {

void openmp_empty(std::size_t groups);
void openmp_triad(double* a, const double* b, const double* c, double scalar, std::size_t n);
double openmp_dot(const double* a, const double* b, std::size_t n);
void openmp_matmul(float* c, const float* a, const float* b, std::size_t n);
/// Accelerations of `n` bodies {x, y, z, mass}, softened.
void openmp_nbody(float* acceleration, const float* body, std::size_t n, float softening);

}  // namespace ndweave::bench
