// Sums of 256 floats in local memory, 12,000 work-groups, a barrier at each level of the tree; OpenMP's triad beside it
// as a measure of the machine's state, and the same kernel in OpenCL C.
#include "common.hpp"
#include "opencl_peer.hpp"
#include "peers.hpp"

namespace {

using namespace ndweave;
using namespace ndweave::bench;

constexpr std::size_t items = 3'072'000, local = 256, groups = items / local;

struct inputs {
    queue q = cpu_queue();
    array<float> in{items, q}, out{groups, q};

    inputs() {
        for (std::size_t i = 0; i < items; ++i) in[i] = float(i * 7 % 64);
        for (std::size_t g = 0; g < groups; ++g) out[g] = -1;
    }
    std::string wrong() const {
        for (std::size_t g = 0; g < groups; ++g) {
            float sum = 0;
            for (std::size_t i = g * local; i < (g + 1) * local; ++i) sum += in[i];
            if (out[g] != sum) return unequal("sum", g, out[g], sum);
        }
        return "";
    }
};

void tree_ndweave(benchmark::State& state, cpu_strategy strategy) {
    inputs data;
    const float* const in = data.in.get();
    float* const out = data.out.get();
    measure(
        state,
        [&] {
            data.q.submit([&](handler& h) {
                local_accessor<float> s(range<1>(local), h);
                h.parallel_for(nd_range<1>(items, local), with(strategy), [=](nd_item<1> it) {
                    const std::size_t l = it.get_local_id(0);
                    s[l] = in[it.get_global_id(0)];
                    for (std::size_t half = local / 2; half > 0; half /= 2) {
                        group_barrier(it.get_group());
                        if (l < half) s[l] += s[l + half];
                    }
                    if (l == 0) out[it.get_group(0)] = s[0];
                });
            });
        },
        [&] { return data.wrong(); });
}

void tree_opencl(benchmark::State& state) {
    static const char source[] = R"(
kernel void tree(global const float* in, global float* out, local float* s) {
    const size_t l = get_local_id(0);
    s[l] = in[get_global_id(0)];
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step) s[l] += s[l + step];
    }
    if (l == 0) out[get_group_id(0)] = s[0];
})";
    try {
        inputs data;
        opencl_kernel kernel(source, "tree");
        kernel.set_memory(0, data.in.get(), data.in.bytes());
        kernel.set_memory(1, data.out.get(), data.out.bytes());
        kernel.set_local(2, local * sizeof(float));
        measure(
            state, [&] { kernel.run(1, &items, &local); },
            [&] {
                kernel.read_back();
                return data.wrong();
            });
    } catch (const std::exception& e) {
        state.SkipWithError(e.what());
    }
}

void triad_openmp(benchmark::State& state) {
    const std::size_t n = 1 << 22;
    queue q = cpu_queue();
    array<double> a(n, q), b(n, q), c(n, q);
    for (std::size_t i = 0; i < n; ++i) {
        b[i] = double(i);
        c[i] = 2;
    }
    measure(
        state, [&] { openmp_triad(a.get(), b.get(), c.get(), 3, n); },
        [&] {
            return a[n - 1] == double(n - 1) + 6 ? std::string() : unequal("triad", n - 1, a[n - 1], double(n) + 5);
        });
    state.SetBytesProcessed(std::int64_t(state.iterations() * 3 * n * sizeof(double)));
}

BENCHMARK_CAPTURE(tree_ndweave, auto, cpu_strategy::automatic) -> UseRealTime() -> Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tree_ndweave, cbs, cpu_strategy::cbs)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tree_ndweave, fiber, cpu_strategy::fiber)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(tree_opencl)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(triad_openmp)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
