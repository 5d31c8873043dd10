// Sums of 256 floats in local memory, 12,000 work-groups, a barrier at each level of the tree.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t local = 256;

struct tree_reduction {
    static constexpr bool barriers = true;
    queue q;
    std::size_t groups;
    array<float> in, out;

    explicit tree_reduction(setup& s) : q(s.q), groups(s.size(12'000, 7)), in(groups * local, q), out(groups, q) {
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(s.whole(0, 63));
        for (std::size_t g = 0; g < groups; ++g) out[g] = -1;
    }

    void run(const kernel_properties& properties) {
        const float* const from = in.get();
        float* const to = out.get();
        q.submit([&](handler& h) {
            local_accessor<float> s(range<1>(local), h);
            h.parallel_for(nd_range<1>(groups * local, local), properties, [=](nd_item<1> it) {
                const std::size_t l = it.get_local_id(0);
                s[l] = from[it.get_global_id(0)];
                for (std::size_t half = local / 2; half > 0; half /= 2) {
                    group_barrier(it.get_group());
                    if (l < half) s[l] += s[l + half];
                }
                if (l == 0) to[it.get_group(0)] = s[0];
            });
        });
    }
    void run(const peer_table& peer) { peer.block_sums(out.get(), in.get(), groups, local); }

    static constexpr const char* opencl_c = R"(
kernel void run(global float* out, global const float* in, local float* s) {
    const size_t l = get_local_id(0);
    s[l] = in[get_global_id(0)];
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step) s[l] += s[l + step];
    }
    if (l == 0) out[get_group_id(0)] = s[0];
})";
    void bind(opencl_kernel& k) {
        k.arguments(out, in, local_bytes{local * sizeof(float)});
        k.ranges({groups * local}, {local});
    }
    std::size_t bytes() const { return in.bytes(); }

    std::string wrong() const {
        const auto reference = [&](std::size_t g) {
            double sum = 0;
            for (std::size_t i = g * local; i < (g + 1) * local; ++i) sum += in[i];
            return expected{sum};
        };
        return compare(out, reference);
    }
};

}  // namespace

void register_benchmarks() { register_page<tree_reduction>("tree_reduction"); }

}  // namespace ndweave::bench
