/// BabelStream's kernels as a good engineer writes them in CUDA C++: a thread an element; dot in blocks that stride
/// over the arrays, their partial sums added by one block.
#include "native_cuda.h"

#include <memory>

#include "cuda_memory.hpp"

namespace ndweave::apps::babelstream {
namespace {

constexpr int block = 256, dot_block = 512;

template <class T>
constexpr T scalar = T(0.4);

template <class T>
__global__ void init_kernel(T* a, T* b, T* c, T va, T vb, T vc, std::size_t n) {
    const std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x;
    if (i >= n) return;
    a[i] = va;
    b[i] = vb;
    c[i] = vc;
}
template <class T>
__global__ void copy_kernel(const T* __restrict__ a, T* __restrict__ c, std::size_t n) {
    const std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x;
    if (i < n) c[i] = a[i];
}
template <class T>
__global__ void mul_kernel(T* __restrict__ b, const T* __restrict__ c, std::size_t n) {
    const std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x;
    if (i < n) b[i] = scalar<T> * c[i];
}
template <class T>
__global__ void add_kernel(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, std::size_t n) {
    const std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
template <class T>
__global__ void triad_kernel(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c, std::size_t n) {
    const std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x;
    if (i < n) a[i] = b[i] + scalar<T> * c[i];
}
template <class T>
__global__ void nstream_kernel(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c, std::size_t n) {
    const std::size_t i = std::size_t(blockIdx.x) * block + threadIdx.x;
    if (i < n) a[i] += b[i] + scalar<T> * c[i];
}

/// The block's sum, in thread 0.
template <class T>
__device__ T block_sum(T value) {
    __shared__ T sums[32];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x >= 32) return value;
    value = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : T(0);
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    return value;
}
template <class T>
__global__ void dot_kernel(const T* __restrict__ a, const T* __restrict__ b, T* partial, std::size_t n) {
    T sum = 0;
    const std::size_t stride = std::size_t(gridDim.x) * dot_block;
    for (std::size_t i = std::size_t(blockIdx.x) * dot_block + threadIdx.x; i < n; i += stride) sum += a[i] * b[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
template <class T>
__global__ void sum_kernel(const T* partial, int count, T* total) {
    T sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += dot_block) sum += partial[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *total = sum;
}

struct arrays {
    virtual ~arrays() = default;
    virtual void init(double a, double b, double c) = 0;
    virtual void run(cuda_kernel, double* sum) = 0;
    virtual void read(void* a, void* b, void* c) = 0;
};

int multiprocessors() {
    int count = 0;
    check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

template <class T>
class arrays_of final : public arrays {
public:
    explicit arrays_of(std::size_t n)
        : n_(n), dot_blocks_(4 * multiprocessors()), a_(n), b_(n), c_(n), partial_(dot_blocks_), total_(1) {}

    void init(double a, double b, double c) override {
        init_kernel<<<blocks(), block>>>(a_.get(), b_.get(), c_.get(), T(a), T(b), T(c), n_);
        wait();
    }
    void run(cuda_kernel kernel, double* sum) override {
        T *const a = a_.get(), *const b = b_.get(), *const c = c_.get();
        switch (kernel) {
            case cuda_kernel::copy:
                copy_kernel<<<blocks(), block>>>(a, c, n_);
                break;
            case cuda_kernel::mul:
                mul_kernel<<<blocks(), block>>>(b, c, n_);
                break;
            case cuda_kernel::add:
                add_kernel<<<blocks(), block>>>(a, b, c, n_);
                break;
            case cuda_kernel::triad:
                triad_kernel<<<blocks(), block>>>(a, b, c, n_);
                break;
            case cuda_kernel::nstream:
                nstream_kernel<<<blocks(), block>>>(a, b, c, n_);
                break;
            case cuda_kernel::dot: {
                dot_kernel<<<dot_blocks_, dot_block>>>(a, b, partial_.get(), n_);
                sum_kernel<<<1, dot_block>>>(partial_.get(), dot_blocks_, total_.get());
                T total{};
                total_.read(&total);
                *sum = total;
                break;
            }
        }
        wait();
    }
    void read(void* a, void* b, void* c) override {
        a_.read(static_cast<T*>(a));
        b_.read(static_cast<T*>(b));
        c_.read(static_cast<T*>(c));
    }

private:
    unsigned blocks() const { return static_cast<unsigned>((n_ + block - 1) / block); }
    static void wait() {
        check_cuda(cudaGetLastError());
        check_cuda(cudaDeviceSynchronize());
    }

    std::size_t n_;
    int dot_blocks_;
    device_memory<T> a_, b_, c_, partial_, total_;
};

const char* create(bool wide, std::size_t elements, void** result) {
    return message_of([&] {
        std::unique_ptr<arrays> made;
        if (wide)
            made = std::make_unique<arrays_of<double>>(elements);
        else
            made = std::make_unique<arrays_of<float>>(elements);
        *result = made.release();
    });
}
void destroy(void* a) { delete static_cast<arrays*>(a); }
const char* init(void* s, double a, double b, double c) {
    return message_of([&] { static_cast<arrays*>(s)->init(a, b, c); });
}
const char* run(void* s, cuda_kernel kernel, double* sum) {
    return message_of([&] { static_cast<arrays*>(s)->run(kernel, sum); });
}
const char* read(void* s, void* a, void* b, void* c) {
    return message_of([&] { static_cast<arrays*>(s)->read(a, b, c); });
}

}  // namespace
}  // namespace ndweave::apps::babelstream

extern "C" __attribute__((visibility("default"))) const ndweave::apps::babelstream::cuda_functions ndweave_peer = {
    ndweave::apps::babelstream::create, ndweave::apps::babelstream::destroy, ndweave::apps::babelstream::init,
    ndweave::apps::babelstream::run, ndweave::apps::babelstream::read};
