// Dot products of 256 pairs of vectors of 4096 floats: one work-group a pair, strided sums, then a tree in local
// memory.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t local = 256;

struct scalar_product {
    static constexpr bool barriers = true;
    queue q;
    std::size_t pairs, length;
    array<float> a, b, out;

    explicit scalar_product(setup& s)
        : q(s.q),
          pairs(s.size(256, 3)),
          length(s.size(4096, 777)),
          a(pairs * length, q),
          b(pairs * length, q),
          out(pairs, q) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] = static_cast<float>(s.whole(-5, 5));
            b[i] = static_cast<float>(s.whole(-6, 6));
        }
        for (std::size_t p = 0; p < pairs; ++p) out[p] = 0.5f;
    }

    void run(const kernel_properties& properties) {
        const float *const x = a.get(), *const y = b.get();
        float* const to = out.get();
        const std::size_t n = length;
        q.submit([&](handler& h) {
            local_accessor<float> s(range<1>(local), h);
            h.parallel_for(nd_range<1>(pairs * local, local), properties, [=](nd_item<1> it) {
                const std::size_t l = it.get_local_id(0), first = it.get_group(0) * n;
                float sum = 0;
                for (std::size_t i = l; i < n; i += local) sum += x[first + i] * y[first + i];
                s[l] = sum;
                for (std::size_t half = local / 2; half > 0; half /= 2) {
                    group_barrier(it.get_group());
                    if (l < half) s[l] += s[l + half];
                }
                if (l == 0) to[it.get_group(0)] = s[0];
            });
        });
    }
    void run(const peer_table& peer) { peer.products(out.get(), a.get(), b.get(), pairs, length); }

    static constexpr const char* opencl_c = R"(
kernel void run(global float* out, global const float* a, global const float* b, local float* s, ulong length) {
    const size_t l = get_local_id(0), size = get_local_size(0), first = get_group_id(0) * length;
    float sum = 0;
    for (size_t i = l; i < length; i += size) sum += a[first + i] * b[first + i];
    s[l] = sum;
    for (size_t step = size / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step) s[l] += s[l + step];
    }
    if (l == 0) out[get_group_id(0)] = s[0];
})";
    void bind(opencl_kernel& k) {
        k.arguments(out, a, b, local_bytes{local * sizeof(float)}, cl_ulong{length});
        k.ranges({pairs * local}, {local});
    }
    std::size_t bytes() const { return a.bytes() + b.bytes(); }

    std::string wrong() const {
        const auto reference = [&](std::size_t p) {
            double sum = 0;
            for (std::size_t i = p * length; i < (p + 1) * length; ++i) sum += static_cast<double>(a[i]) * b[i];
            return expected{sum};
        };
        return compare(out, reference);
    }
};

}  // namespace

void register_benchmarks() { register_page<scalar_product>("scalar_product"); }

}  // namespace ndweave::bench
