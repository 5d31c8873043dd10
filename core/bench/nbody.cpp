// Accelerations of 16384 bodies, all pairs, tiles of 256 bodies in local memory; strict, and with the fast-math
// math_mode.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t local = 256;
constexpr float softening = 1e-3f;

struct body {
    float x, y, z, mass;
};

struct nbody {
    static constexpr bool barriers = true;
    queue q;
    std::size_t n;
    array<body> at, acceleration;

    explicit nbody(setup& s) : q(s.q), n(s.size(16384, 3 * local)), at(n, q), acceleration(n, q) {
        for (std::size_t i = 0; i < n; ++i) {
            at[i] = {s.uniform(-1, 1), s.uniform(-1, 1), s.uniform(-1, 1), s.uniform(0, 2) / static_cast<float>(n)};
            acceleration[i] = {-1000, 0, 0, 0};
        }
    }

    void run(const kernel_properties& properties) {
        const body* const from = at.get();
        body* const to = acceleration.get();
        const std::size_t count = n;
        q.submit([&](handler& h) {
            local_accessor<body> s(range<1>(local), h);
            h.parallel_for(nd_range<1>(n, local), properties, [=](nd_item<1> it) {
                const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
                const body me = from[i];
                float ax = 0, ay = 0, az = 0;
                for (std::size_t t = 0; t < count; t += local) {
                    s[l] = from[t + l];
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
                to[i] = body{ax, ay, az, 0};
            });
        });
    }
    void run(const peer_table& peer) { peer.nbody(&acceleration.get()->x, &at.get()->x, n, softening); }

    static constexpr const char* opencl_c = R"(
kernel void run(global float4* acceleration, global const float4* at, local float4* s, int n, float softening) {
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
    void bind(opencl_kernel& k) {
        k.arguments(acceleration, at, local_bytes{local * sizeof(body)}, int(n), softening);
        k.ranges({n}, {local});
    }

    /// A sample of the bodies against sums in double precision.
    std::string wrong() const {
        for (std::size_t i = 0; i < n; i += 251) {
            double sum[3] = {}, size = 0;
            for (std::size_t j = 0; j < n; ++j) {
                const double d[3] = {double(at[j].x) - at[i].x, double(at[j].y) - at[i].y, double(at[j].z) - at[i].z};
                const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
                const double f = at[j].mass / (r2 * std::sqrt(r2));
                for (int k = 0; k < 3; ++k) {
                    sum[k] += d[k] * f;
                    size += std::abs(d[k] * f);
                }
            }
            const float got[3] = {acceleration[i].x, acceleration[i].y, acceleration[i].z};
            for (int k = 0; k < 3; ++k) {
                if (std::abs(got[k] - sum[k]) <= 1e-4 * size) continue;
                return "acceleration of body " + std::to_string(i) + " is " + std::to_string(got[k]) + " instead of " +
                       std::to_string(sum[k]);
            }
        }
        return "";
    }
};

}  // namespace

void register_benchmarks() {
    register_page<nbody>("nbody");
    register_page<nbody>("nbody/fast_math", {.fast_math = true});
}

}  // namespace ndweave::bench
