// Normal random numbers by Wallace's method: each work-group holds a pool of normal variates in local memory and makes
// new ones of them by orthogonal transformations of four values from permuted addresses, with a barrier before and
// after.
//
// C. S. Wallace, "Fast pseudorandom generators for normal and exponential variates", ACM TOMS 22(1), 1996; pools and
// passes after R. P. Brent, "A fast vectorised implementation of Wallace's normal random number generator",
// TR-CS-97-07, 1997; one pool for each work-group, and the sum of squares corrected by numbers from outside, after L.
// Howes and D. Thomas, "Efficient random number generation and application using CUDA", GPU Gems 3, chapter 37, 2007.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t pool = wallace_pool, local = pool / 4;

struct wallace {
    static constexpr bool barriers = true;
    queue q;
    std::size_t groups, outputs = 8;
    array<float> pools, scale, out;

    explicit wallace(setup& s)
        : q(s.q),
          groups(s.size(512, 3)),
          pools(groups * pool, q),
          scale(groups * outputs, q),
          out(groups * outputs * pool, q) {
        std::normal_distribution<float> normal;
        std::chi_squared_distribution<float> squares(static_cast<float>(pool));
        for (std::size_t i = 0; i < pools.size(); ++i) pools[i] = normal(s.random);
        for (std::size_t i = 0; i < scale.size(); ++i)
            scale[i] = std::sqrt(squares(s.random) / static_cast<float>(pool));
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = -1000;
    }

    void run(const kernel_properties& properties) {
        const float *const first = pools.get(), *const factor = scale.get();
        float* const to = out.get();
        const std::size_t blocks = outputs;
        q.submit([&](handler& h) {
            local_accessor<float> s(range<1>(pool), h);
            h.parallel_for(nd_range<1>(groups * local, local), properties, [=](nd_item<1> it) {
                const std::uint32_t l = static_cast<std::uint32_t>(it.get_local_id(0));
                const std::size_t g = it.get_group(0);
                std::uint32_t state = static_cast<std::uint32_t>(g);
                for (std::uint32_t k = 0; k < 4; ++k) s[l + k * local] = first[g * pool + l + k * local];
                for (std::size_t o = 0; o < blocks; ++o) {
                    for (int pass = 0; pass < wallace_passes; ++pass) {
                        state = wallace_next(state);
                        group_barrier(it.get_group());
                        const float v0 = s[wallace_address(state, l)], v1 = s[wallace_address(state, l + local)],
                                    v2 = s[wallace_address(state, l + 2 * local)],
                                    v3 = s[wallace_address(state, l + 3 * local)];
                        group_barrier(it.get_group());
                        const float t = 0.5f * (v0 + v1 + v2 + v3);
                        s[l] = v0 - t;
                        s[l + local] = v1 - t;
                        s[l + 2 * local] = t - v2;
                        s[l + 3 * local] = t - v3;
                    }
                    const std::size_t block = g * blocks + o;
                    for (std::uint32_t k = 0; k < 4; ++k)
                        to[block * pool + l + k * local] = factor[block] * s[l + k * local];
                }
            });
        });
    }
    void run(const peer_table& peer) { peer.wallace({pools.get(), scale.get(), out.get(), groups, outputs}); }

    static constexpr const char* opencl_c = R"(
#define POOL 1024u
#define LOCAL 256u
#define ADDRESS(j) ((((state >> 9) | 1u) * (j) + (state >> 22)) & (POOL - 1))
kernel void run(global float* out, global const float* pools, global const float* scale, local float* s, int outputs) {
    const uint l = get_local_id(0), g = get_group_id(0);
    uint state = g;
    for (uint k = 0; k < 4; ++k) s[l + k * LOCAL] = pools[g * POOL + l + k * LOCAL];
    for (int o = 0; o < outputs; ++o) {
        for (int pass = 0; pass < 4; ++pass) {
            state = state * 1664525u + 1013904223u;
            barrier(CLK_LOCAL_MEM_FENCE);
            const float v0 = s[ADDRESS(l)], v1 = s[ADDRESS(l + LOCAL)], v2 = s[ADDRESS(l + 2 * LOCAL)],
                        v3 = s[ADDRESS(l + 3 * LOCAL)];
            barrier(CLK_LOCAL_MEM_FENCE);
            const float t = 0.5f * (v0 + v1 + v2 + v3);
            s[l] = v0 - t;
            s[l + LOCAL] = v1 - t;
            s[l + 2 * LOCAL] = t - v2;
            s[l + 3 * LOCAL] = t - v3;
        }
        const uint block = g * outputs + o;
        for (uint k = 0; k < 4; ++k) out[block * POOL + l + k * LOCAL] = scale[block] * s[l + k * LOCAL];
    }
})";
    void bind(opencl_kernel& k) {
        k.arguments(out, pools, scale, local_bytes{pool * sizeof(float)}, int(outputs));
        k.ranges({groups * local}, {local});
    }

    /// The transformations keep the sum of squares, so roundings only add up.
    std::string wrong() const {
        std::vector<double> reference(out.size());
        for (std::size_t g = 0; g < groups; ++g) reference_of(g, &reference[g * outputs * pool]);
        return compare(out, [&](std::size_t i) { return expected{reference[i], 2e-5}; });
    }

private:
    void reference_of(std::size_t g, double* to) const {
        std::vector<double> from, s(pools.get() + g * pool, pools.get() + (g + 1) * pool);
        std::uint32_t state = static_cast<std::uint32_t>(g);
        for (std::size_t o = 0; o < outputs; ++o) {
            for (int pass = 0; pass < wallace_passes; ++pass) {
                state = wallace_next(state);
                from = s;
                for (std::uint32_t l = 0; l < local; ++l) {
                    double v[4], t = 0;
                    for (std::uint32_t k = 0; k < 4; ++k) t += v[k] = from[wallace_address(state, l + k * local)];
                    t /= 2;
                    for (std::uint32_t k = 0; k < 4; ++k) s[l + k * local] = k < 2 ? v[k] - t : t - v[k];
                }
            }
            for (std::size_t i = 0; i < pool; ++i) to[o * pool + i] = scale[g * outputs + o] * s[i];
        }
    }
};

}  // namespace

void register_benchmarks() { register_page<wallace>("wallace"); }

}  // namespace ndweave::bench
