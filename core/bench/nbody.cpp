// Accelerations of 16384 bodies, all pairs, tiles of 256 bodies in local memory.
#include <cmath>

#include "common.hpp"
#include "opencl_peer.hpp"
#include "peers.hpp"

namespace {

using namespace ndweave;
using namespace ndweave::bench;

constexpr std::size_t n = 16384, local = 256;
constexpr float softening = 1e-3f;

struct body {
    float x, y, z, mass;
};

struct bodies {
    queue q = cpu_queue();
    array<body> at{n, q}, acceleration{n, q};

    bodies() {
        for (std::size_t i = 0; i < n; ++i) {
            const float t = float(i);
            at[i] = {std::sin(t * 0.7f), std::cos(t * 1.3f), std::sin(t * 2.1f), 1.0f / float(n)};
            acceleration[i] = {0, 0, 0, 0};
        }
    }
    const float* floats() const { return &at.get()->x; }
    float* results() const { return &acceleration.get()->x; }

    /// A sample of the bodies against sums in double precision.
    std::string wrong() const {
        for (std::size_t i = 0; i < n; i += 1021) {
            double sum[3] = {}, size = 0;
            for (std::size_t j = 0; j < n; ++j) {
                const double d[3] = {double(at[j].x) - at[i].x, double(at[j].y) - at[i].y, double(at[j].z) - at[i].z};
                const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
                const double s = at[j].mass / (r2 * std::sqrt(r2));
                for (int k = 0; k < 3; ++k) {
                    sum[k] += d[k] * s;
                    size += std::abs(d[k] * s);
                }
            }
            const float got[3] = {acceleration[i].x, acceleration[i].y, acceleration[i].z};
            for (int k = 0; k < 3; ++k) {
                if (!(std::abs(got[k] - sum[k]) < 1e-4 * size)) return unequal("acceleration", i, got[k], sum[k]);
            }
        }
        return "";
    }
};

void nbody_ndweave(benchmark::State& state, kernel_properties properties) {
    bodies b;
    const body* const at = b.at.get();
    body* const acceleration = b.acceleration.get();
    measure(
        state,
        [&] {
            b.q.submit([&](handler& h) {
                local_accessor<body> s(range<1>(local), h);
                h.parallel_for(nd_range<1>(n, local), properties, [=](nd_item<1> it) {
                    const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
                    const body me = at[i];
                    float ax = 0, ay = 0, az = 0;
                    for (std::size_t t = 0; t < n; t += local) {
                        s[l] = at[t + l];
                        group_barrier(it.get_group());
                        for (std::size_t j = 0; j < local; ++j) {
                            const body other = s[j];
                            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
                            const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + softening);
                            const float f = other.mass * inverse * inverse * inverse;
                            ax += dx * f;
                            ay += dy * f;
                            az += dz * f;
                        }
                        group_barrier(it.get_group());
                    }
                    acceleration[i] = body{ax, ay, az, 0};
                });
            });
        },
        [&] { return b.wrong(); });
}

void nbody_openmp(benchmark::State& state) {
    bodies b;
    measure(state, [&] { openmp_nbody(b.results(), b.floats(), n, softening); }, [&] { return b.wrong(); });
}

void nbody_opencl(benchmark::State& state) {
    static const char source[] = R"(
kernel void nbody(global const float4* at, global float4* acceleration, local float4* s, int n, float softening) {
    const int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    const float4 me = at[i];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < n; t += size) {
        s[l] = at[t + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; ++j) {
            const float4 other = s[j];
            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            const float inverse = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + softening);
            const float f = other.w * inverse * inverse * inverse;
            ax += dx * f;
            ay += dy * f;
            az += dz * f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    acceleration[i] = (float4)(ax, ay, az, 0);
})";
    try {
        bodies b;
        opencl_kernel kernel(source, "nbody");
        kernel.set_memory(0, b.at.get(), b.at.bytes());
        kernel.set_memory(1, b.acceleration.get(), b.acceleration.bytes());
        kernel.set_local(2, local * sizeof(body));
        kernel.set_value(3, int(n));
        kernel.set_value(4, softening);
        measure(
            state, [&] { kernel.run(1, &n, &local); },
            [&] {
                kernel.read_back();
                return b.wrong();
            });
    } catch (const std::exception& e) {
        state.SkipWithError(e.what());
    }
}

BENCHMARK_CAPTURE(nbody_ndweave, strict, kernel_properties{})->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nbody_ndweave, fast_math, kernel_properties{.fast_math = true})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(nbody_opencl)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(nbody_openmp)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
