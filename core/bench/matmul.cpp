// Matrix product of 1024 x 1024 floats by 16 x 16 tiles in local memory.
#include "common.hpp"
#include "opencl_peer.hpp"
#include "peers.hpp"

namespace {

using namespace ndweave;
using namespace ndweave::bench;

constexpr std::size_t n = 1024, tile = 16;

struct matrices {
    queue q = cpu_queue();
    array<float> a{n * n, q}, b{n * n, q}, c{n * n, q};

    matrices() {
        for (std::size_t i = 0; i < n * n; ++i) {
            a[i] = float(i * 5 % 17) - 8;
            b[i] = float(i * 3 % 13) - 6;
            c[i] = -1;
        }
    }
    /// Whole numbers below 2^24: every order of summation gives the same. A sample of the elements.
    std::string wrong() const {
        for (std::size_t at = 0; at < n * n; at += 1009) {
            float sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += a[at / n * n + k] * b[k * n + at % n];
            if (c[at] != sum) return unequal("element", at, c[at], sum);
        }
        return "";
    }
};

void matmul_ndweave(benchmark::State& state, cpu_strategy strategy) {
    matrices m;
    const float *const a = m.a.get(), *const b = m.b.get();
    float* const c = m.c.get();
    measure(
        state,
        [&] {
            m.q.submit([&](handler& h) {
                local_accessor<float, 2> as(range<2>(tile, tile), h), bs(range<2>(tile, tile), h);
                h.parallel_for(nd_range<2>({n, n}, {tile, tile}), with(strategy), [=](nd_item<2> it) {
                    const std::size_t ty = it.get_local_id(0), tx = it.get_local_id(1);
                    const std::size_t row = it.get_global_id(0), column = it.get_global_id(1);
                    float sum = 0;
                    for (std::size_t t = 0; t < n / tile; ++t) {
                        as[ty][tx] = a[row * n + t * tile + tx];
                        bs[ty][tx] = b[(t * tile + ty) * n + column];
                        group_barrier(it.get_group());
                        for (std::size_t k = 0; k < tile; ++k) sum += as[ty][k] * bs[k][tx];
                        group_barrier(it.get_group());
                    }
                    c[row * n + column] = sum;
                });
            });
        },
        [&] { return m.wrong(); });
}

void matmul_openmp(benchmark::State& state) {
    matrices m;
    measure(state, [&] { openmp_matmul(m.c.get(), m.a.get(), m.b.get(), n); }, [&] { return m.wrong(); });
}

void matmul_opencl(benchmark::State& state) {
    static const char source[] = R"(
#define N 1024
#define T 16
kernel void matmul(global const float* a, global const float* b, global float* c) {
    local float as[T][T], bs[T][T];
    const size_t tx = get_local_id(0), ty = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (size_t t = 0; t < N / T; ++t) {
        as[ty][tx] = a[row * N + t * T + tx];
        bs[ty][tx] = b[(t * T + ty) * N + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (size_t k = 0; k < T; ++k) sum += as[ty][k] * bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * N + column] = sum;
})";
    try {
        matrices m;
        opencl_kernel kernel(source, "matmul");
        kernel.set_memory(0, m.a.get(), m.a.bytes());
        kernel.set_memory(1, m.b.get(), m.b.bytes());
        kernel.set_memory(2, m.c.get(), m.c.bytes());
        const std::size_t global[] = {n, n}, local[] = {tile, tile};
        measure(
            state, [&] { kernel.run(2, global, local); },
            [&] {
                kernel.read_back();
                return m.wrong();
            });
    } catch (const std::exception& e) {
        state.SkipWithError(e.what());
    }
}

BENCHMARK_CAPTURE(matmul_ndweave, auto, cpu_strategy::automatic) -> UseRealTime() -> Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(matmul_ndweave, fiber, cpu_strategy::fiber)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(matmul_opencl)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(matmul_openmp)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
