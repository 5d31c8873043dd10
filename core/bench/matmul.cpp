// Matrix product by 16 x 16 tiles in local memory, of 1024 x 1024 floats and of as many doubles (DGEMM of J. Meyer, "A
// performance-portable SYCL compiler for CPU", 2021, figure 6.3).
#include <type_traits>

#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t tile = 16;

template <class T>
struct tiled_matmul {
    static constexpr bool barriers = true;
    queue q;
    std::size_t n;
    array<T> a, b, c;

    explicit tiled_matmul(setup& s) : q(s.q), n(s.size(1024, 3 * tile)), a(n * n, q), b(n * n, q), c(n * n, q) {
        for (std::size_t i = 0; i < n * n; ++i) {
            a[i] = static_cast<T>(s.whole(-8, 8));
            b[i] = static_cast<T>(s.whole(-6, 6));
            c[i] = 0.5;
        }
    }

    void run(const kernel_properties& properties) {
        const T *const left = a.get(), *const right = b.get();
        T* const to = c.get();
        const std::size_t size = n;
        q.submit([&](handler& h) {
            local_accessor<T, 2> as(range<2>(tile, tile), h), bs(range<2>(tile, tile), h);
            h.parallel_for(nd_range<2>({n, n}, {tile, tile}), properties, [=](nd_item<2> it) {
                const std::size_t ty = it.get_local_id(0), tx = it.get_local_id(1);
                const std::size_t row = it.get_global_id(0), column = it.get_global_id(1);
                T sum = 0;
                for (std::size_t t = 0; t < size; t += tile) {
                    as[ty][tx] = left[row * size + t + tx];
                    bs[ty][tx] = right[(t + ty) * size + column];
                    group_barrier(it.get_group());
                    for (std::size_t k = 0; k < tile; ++k) sum += as[ty][k] * bs[k][tx];
                    group_barrier(it.get_group());
                }
                to[row * size + column] = sum;
            });
        });
    }
    void run(const peer_table& peer) {
        if constexpr (std::is_same_v<T, double>) {
            peer.dgemm(c.get(), a.get(), b.get(), n);
        } else {
            peer.matmul(c.get(), a.get(), b.get(), n);
        }
    }

    /// A sample of the elements. Whole numbers below 2^24: every order of summation gives the same.
    std::string wrong() const {
        const auto reference = [&](std::size_t at) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += static_cast<double>(a[at / n * n + k]) * b[k * n + at % n];
            return expected{sum};
        };
        return compare(c, reference, 101);
    }
};

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
