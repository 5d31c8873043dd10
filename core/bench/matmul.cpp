// Matrix product by 16 x 16 tiles in local memory, of 1024 x 1024 floats and of as many doubles (DGEMM of J. Meyer, "A
// performance-portable SYCL compiler for CPU", 2021, figure 6.3).
#include "tiled_matmul.hpp"

namespace ndweave::bench {
namespace {

struct matmul : tiled_matmul<float> {
    using tiled_matmul::tiled_matmul;

    /// Local memory as the launch gives it, which is what a local_accessor is. (Arrays of a fixed shape, `local float
    /// as[16][16]`, are 1.3 times faster on PoCL, whose compiler gathers from flat ones.)
    static constexpr const char* opencl_c = R"(
#define T 16
kernel void run(global float* c, global const float* a, global const float* b, local float* as, local float* bs, ulong n) {
    const size_t tx = get_local_id(0), ty = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (size_t t = 0; t < n; t += T) {
        as[ty * T + tx] = a[row * n + t + tx];
        bs[ty * T + tx] = b[(t + ty) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (size_t k = 0; k < T; ++k) sum += as[ty * T + k] * bs[k * T + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
})";
    void bind(opencl_kernel& k) {
        const local_bytes one_tile{tile * tile * sizeof(float)};
        k.arguments(c, a, b, one_tile, one_tile, cl_ulong{n});
        k.ranges({n, n}, {tile, tile});
    }
};

}  // namespace

void register_benchmarks() {
    register_page<matmul>("matmul");
    register_page<tiled_matmul<double>>("dgemm");
}

}  // namespace ndweave::bench
