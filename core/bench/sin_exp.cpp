// Vector math: sin(x) exp(x) + sqrt(|x|) of 2^22 floats. The default mode's functions are within 1 ULP; the fast one
// takes 4-ULP functions on both sides (libmvec).
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

struct sin_exp {
    static constexpr bool barriers = false;
    queue q;
    std::size_t n;
    array<float> x, y;

    explicit sin_exp(setup& s) : q(s.q), n(s.size(1 << 22, 1003)), x(n, q), y(n, q) {
        for (std::size_t i = 0; i < n; ++i) x[i] = s.uniform(-10, 10);
        for (std::size_t i = 0; i < n; ++i) y[i] = -1e30f;
    }

    void run(const kernel_properties& properties) {
        const float* const at = x.get();
        float* const out = y.get();
        q.parallel_for(range<1>(n), properties,
                       [=](id<1> i) { out[i] = std::sin(at[i]) * std::exp(at[i]) + std::sqrt(std::fabs(at[i])); });
    }
    void run(const peer_table& peer) { peer.sin_exp(y.get(), x.get(), n); }

    static constexpr const char* opencl_c = R"(
kernel void run(global float* y, global const float* x) {
    const size_t i = get_global_id(0);
    y[i] = sin(x[i]) * exp(x[i]) + sqrt(fabs(x[i]));
})";
    void bind(opencl_kernel& k) {
        k.arguments(y, x);
        k.ranges({n});
    }

    /// OpenCL allows 4 ULP to sin, 3 to exp and sqrt, and fast-math 2^-11 near the zeros of sin.
    std::string wrong() const {
        const auto reference = [&](std::size_t i) {
            const double at = x[i], s = std::sin(at), e = std::exp(at), r = std::sqrt(std::abs(at));
            return expected{s * e + r, 1e-6 * e + 1e-6 * r};
        };
        return compare(y, reference, 3);
    }
};

}  // namespace

void register_benchmarks() {
    register_page<sin_exp>("sin_exp");
    register_page<sin_exp>("sin_exp/fast_math", {.fast_math = true, .fast_vector_math = true});
}

}  // namespace ndweave::bench
