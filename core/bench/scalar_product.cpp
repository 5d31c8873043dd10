// Dot products of 256 pairs of vectors of 4096 floats: one work-group a pair, strided sums, then a tree in local
// memory.
#include "common.hpp"
#include "opencl_peer.hpp"

namespace {

using namespace ndweave;
using namespace ndweave::bench;

constexpr std::size_t pairs = 256, length = 4096, local = 256;

struct vectors {
    queue q = cpu_queue();
    array<float> a{pairs * length, q}, b{pairs * length, q}, out{pairs, q};

    vectors() {
        for (std::size_t i = 0; i < pairs * length; ++i) {
            a[i] = float(i * 7 % 11) - 5;
            b[i] = float(i * 3 % 13) - 6;
        }
        for (std::size_t p = 0; p < pairs; ++p) out[p] = 0.5f;
    }
    std::string wrong() const {
        for (std::size_t p = 0; p < pairs; ++p) {
            float sum = 0;  // whole numbers: exact in any order
            for (std::size_t i = p * length; i < (p + 1) * length; ++i) sum += a[i] * b[i];
            if (out[p] != sum) return unequal("product", p, out[p], sum);
        }
        return "";
    }
};

void scalar_product_ndweave(benchmark::State& state, cpu_strategy strategy) {
    vectors v;
    const float *const a = v.a.get(), *const b = v.b.get();
    float* const out = v.out.get();
    measure(
        state,
        [&] {
            v.q.submit([&](handler& h) {
                local_accessor<float> s(range<1>(local), h);
                h.parallel_for(nd_range<1>(pairs * local, local), with(strategy), [=](nd_item<1> it) {
                    const std::size_t l = it.get_local_id(0), first = it.get_group(0) * length;
                    float sum = 0;
                    for (std::size_t i = l; i < length; i += local) sum += a[first + i] * b[first + i];
                    s[l] = sum;
                    for (std::size_t half = local / 2; half > 0; half /= 2) {
                        group_barrier(it.get_group());
                        if (l < half) s[l] += s[l + half];
                    }
                    if (l == 0) out[it.get_group(0)] = s[0];
                });
            });
        },
        [&] { return v.wrong(); });
}

void scalar_product_opencl(benchmark::State& state) {
    static const char source[] = R"(
kernel void products(global const float* a, global const float* b, global float* out, local float* s, int length) {
    const int l = get_local_id(0), size = get_local_size(0), first = get_group_id(0) * length;
    float sum = 0;
    for (int i = l; i < length; i += size) sum += a[first + i] * b[first + i];
    s[l] = sum;
    for (int step = size / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step) s[l] += s[l + step];
    }
    if (l == 0) out[get_group_id(0)] = s[0];
})";
    try {
        vectors v;
        opencl_kernel kernel(source, "products");
        kernel.set_memory(0, v.a.get(), v.a.bytes());
        kernel.set_memory(1, v.b.get(), v.b.bytes());
        kernel.set_memory(2, v.out.get(), v.out.bytes());
        kernel.set_local(3, local * sizeof(float));
        kernel.set_value(4, int(length));
        const std::size_t global = pairs * local;
        measure(
            state, [&] { kernel.run(1, &global, &local); },
            [&] {
                kernel.read_back();
                return v.wrong();
            });
    } catch (const std::exception& e) {
        state.SkipWithError(e.what());
    }
}

BENCHMARK_CAPTURE(scalar_product_ndweave, auto, cpu_strategy::automatic) -> UseRealTime()
    -> Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(scalar_product_ndweave, fiber, cpu_strategy::fiber)->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(scalar_product_opencl)->UseRealTime()->Unit(benchmark::kMicrosecond);

}  // namespace
