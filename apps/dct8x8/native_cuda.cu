/// DCT8x8 as a good engineer writes it in CUDA C++: a thread transforms a column of eight pixels, hands it over in
/// shared memory, then a row.
#include "native_cuda.h"

#include <memory>

#include "cuda_memory.hpp"
#include "transform.hpp"

namespace ndweave::apps::dct8x8 {
namespace {

constexpr int strip = 64;  // columns of a strip of eight rows
constexpr int strips = 4;  // of a thread block

template <bool Inverse>
__global__ void transform_kernel(const float* __restrict__ in, float* __restrict__ out, unsigned width, unsigned rows) {
    __shared__ float tiles[strips][block][strip + 1];
    float(&tile)[block][strip + 1] = tiles[threadIdx.y];
    const unsigned lane = threadIdx.x, x = blockIdx.x * strip + lane, row_of_blocks = blockIdx.y * strips + threadIdx.y;
    const bool inside = x < width && row_of_blocks < rows;
    const std::size_t corner = std::size_t(row_of_blocks) * block * width + x;
    float v[block];
    if (inside) {
        for (int i = 0; i < block; ++i) v[i] = in[corner + std::size_t(i) * width] - (Inverse ? 0.0f : level_shift);
        if (Inverse)
            inverse(v);
        else
            forward(v);
        for (int i = 0; i < block; ++i) tile[i][lane] = v[i];
    }
    __syncthreads();
    if (inside) {
        float* const row = &tile[lane % block][lane / block * block];
        for (int i = 0; i < block; ++i) v[i] = row[i];
        if (Inverse)
            inverse(v);
        else
            forward(v);
        for (int i = 0; i < block; ++i) row[i] = v[i];
    }
    __syncthreads();
    if (!inside) return;
    for (int i = 0; i < block; ++i)
        out[corner + std::size_t(i) * width] = tile[i][lane] + (Inverse ? level_shift : 0.0f);
}

/// What a thread does of quantization and its inverse: the pixels at one place of several blocks, one above the other.
struct pixel_column {
    static constexpr unsigned blocks = 8;
    unsigned count;  // of pixels
    std::size_t first, step;
    const float* factor;  // of the table

    __device__ pixel_column(const float* table, unsigned width, unsigned height) {
        const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
        const unsigned row = y / block * blocks * block + y % block;
        count = x < width && row < height ? min((height - row + block - 1) / block, blocks) : 0;
        first = std::size_t(row) * width + x;
        step = std::size_t(block) * width;
        factor = table + y % block * block + x % block;
    }
    /// out = f(in, factor); the loads of a whole column overlap.
    template <class In, class Out, class F>
    __device__ void transform(const In* in, Out* out, F f) const {
        if (count == blocks) {
            In values[blocks];
            const float by = __ldg(factor);
            for (unsigned b = 0; b < blocks; ++b) values[b] = in[first + b * step];
            for (unsigned b = 0; b < blocks; ++b) out[first + b * step] = f(values[b], by);
        } else {
            for (unsigned b = 0; b < count; ++b) out[first + b * step] = f(in[first + b * step], __ldg(factor));
        }
    }
};

__global__ void quantize_kernel(const float* __restrict__ in, const float* __restrict__ reciprocal,
                                std::int16_t* __restrict__ levels, unsigned width, unsigned height) {
    pixel_column(reciprocal, width, height).transform(in, levels, [](float coefficient, float by) {
        return static_cast<std::int16_t>(rintf(coefficient * by));
    });
}

__global__ void dequantize_kernel(const std::int16_t* __restrict__ levels, const float* __restrict__ divisor,
                                  float* __restrict__ out, unsigned width, unsigned height) {
    pixel_column(divisor, width, height).transform(levels, out, [](std::int16_t level, float by) {
        return level * by;
    });
}

class cuda_codec {
public:
    cuda_codec(unsigned width, unsigned height, const float* pixels, const float* divisor, const float* reciprocal)
        : width_(width),
          height_(height),
          input_(pixels, count()),
          coefficients_(count()),
          restored_(count()),
          output_(count()),
          divisor_(divisor, 64),
          reciprocal_(reciprocal, 64),
          levels_(count()) {}

    void submit(cuda_stage stage) {
        const dim3 threads(strip, strips), points(64, 4);
        const dim3 groups((width_ + strip - 1) / strip, (height_ / block + strips - 1) / strips);
        const unsigned rows = (height_ / block + pixel_column::blocks - 1) / pixel_column::blocks * block;
        const dim3 tiles((width_ + points.x - 1) / points.x, (rows + points.y - 1) / points.y);
        switch (stage) {
            case cuda_stage::forward:
                transform_kernel<false>
                    <<<groups, threads>>>(input_.get(), coefficients_.get(), width_, height_ / block);
                break;
            case cuda_stage::quantize:
                quantize_kernel<<<tiles, points>>>(coefficients_.get(), reciprocal_.get(), levels_.get(), width_,
                                                   height_);
                break;
            case cuda_stage::dequantize:
                dequantize_kernel<<<tiles, points>>>(levels_.get(), divisor_.get(), restored_.get(), width_, height_);
                break;
            case cuda_stage::inverse:
                transform_kernel<true><<<groups, threads>>>(restored_.get(), output_.get(), width_, height_ / block);
                break;
        }
        check_cuda(cudaGetLastError());
    }
    void read(float* coefficients, std::int16_t* levels, float* restored, float* output) const {
        if (coefficients) coefficients_.read(coefficients);
        if (levels) levels_.read(levels);
        if (restored) restored_.read(restored);
        if (output) output_.read(output);
    }

private:
    std::size_t count() const { return std::size_t(width_) * height_; }

    unsigned width_, height_;
    device_memory<float> input_, coefficients_, restored_, output_, divisor_, reciprocal_;
    device_memory<std::int16_t> levels_;
};

const char* create(std::uint32_t width, std::uint32_t height, const float* pixels, const float* divisor,
                   const float* reciprocal, void** result) {
    return message_of(
        [&] { *result = std::make_unique<cuda_codec>(width, height, pixels, divisor, reciprocal).release(); });
}
void destroy(void* c) { delete static_cast<cuda_codec*>(c); }
const char* submit(void* c, cuda_stage stage) {
    return message_of([&] { static_cast<cuda_codec*>(c)->submit(stage); });
}
const char* wait(void*) {
    return message_of([] { check_cuda(cudaDeviceSynchronize()); });
}
const char* read(void* c, float* coefficients, std::int16_t* levels, float* restored, float* output) {
    return message_of([&] { static_cast<cuda_codec*>(c)->read(coefficients, levels, restored, output); });
}

}  // namespace
}  // namespace ndweave::apps::dct8x8

extern "C" __attribute__((visibility("default"))) const ndweave::apps::dct8x8::cuda_functions ndweave_peer = {
    ndweave::apps::dct8x8::create, ndweave::apps::dct8x8::destroy, ndweave::apps::dct8x8::submit,
    ndweave::apps::dct8x8::wait, ndweave::apps::dct8x8::read};
