// A polynomial of 255 degrees at 2^18 points by Horner's rule: a uniform loop inside each work-item.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

struct horner {
    static constexpr bool barriers = false;
    queue q;
    std::size_t n, terms = 256;
    array<float> x, coefficient, y;

    explicit horner(setup& s) : q(s.q), n(s.size(1 << 18, 1003)), x(n, q), coefficient(terms, q), y(n, q) {
        for (std::size_t i = 0; i < n; ++i) x[i] = s.uniform(-1, 1);
        for (std::size_t k = 0; k < terms; ++k) coefficient[k] = s.uniform(-1, 1);
        for (std::size_t i = 0; i < n; ++i) y[i] = -1000;
    }

    void run(const kernel_properties& properties) {
        const float *const at = x.get(), *const c = coefficient.get();
        float* const out = y.get();
        const std::size_t count = terms;
        q.parallel_for(range<1>(n), properties, [=](id<1> i) {
            float value = 0;
            for (std::size_t k = 0; k < count; ++k) value = value * at[i] + c[k];
            out[i] = value;
        });
    }
    void run(const peer_table& peer) { peer.horner(y.get(), x.get(), n, coefficient.get(), terms); }

    static constexpr const char* opencl_c = R"(
kernel void run(global float* y, global const float* x, global const float* c, int terms) {
    const size_t i = get_global_id(0);
    float value = 0;
    for (int k = 0; k < terms; ++k) value = value * x[i] + c[k];
    y[i] = value;
})";
    void bind(opencl_kernel& k) {
        k.arguments(y, x, coefficient, int(terms));
        k.ranges({n});
    }

    /// Each of the roundings is at most an ulp of a partial sum, of which none is above the sum of |c| |x|^k.
    std::string wrong() const {
        const auto reference = [&](std::size_t i) {
            double value = 0, size = 0;
            for (std::size_t k = 0; k < terms; ++k) {
                value = value * x[i] + coefficient[k];
                size = size * std::abs(x[i]) + std::abs(coefficient[k]);
            }
            return expected{value, 2e-7 * size * (1 + size)};
        };
        return compare(y, reference, 7);
    }
};

}  // namespace

void register_benchmarks() { register_page<horner>("horner"); }

}  // namespace ndweave::bench
