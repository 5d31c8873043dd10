/* What the CUDA programs of the guides use of CUDA's headers, so that clang can look at their syntax without a toolkit.
 */
#pragma once

#include <stddef.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
extern const __device__ dim3 threadIdx, blockIdx, blockDim, gridDim;
__device__ void __syncthreads();
template <class T>
__device__ T atomicAdd(T* address, T value);

typedef struct CUstream_st* cudaStream_t;
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemset(void* to, int value, size_t bytes);
template <class T>
cudaError_t cudaMalloc(T** pointer, size_t bytes);
template <class T>
cudaError_t cudaMallocManaged(T** pointer, size_t bytes);
cudaError_t cudaFree(void* pointer);
/* What clang makes of <<<…>>>. */
extern "C" cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
