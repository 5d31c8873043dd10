// BabelStream's copy of 2^24 doubles by work-groups of 4 work-items, without and with a barrier between load and store:
// what a barrier costs (J. Meyer, "A performance-portable SYCL compiler for CPU", 2021, figure 6.1).
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t local = 4;

template <bool with_barrier>
struct copy_in_groups {
    static constexpr bool barriers = with_barrier;
    queue q;
    std::size_t n;
    array<double> from, to;

    explicit copy_in_groups(setup& s) : q(s.q), n(s.size(std::size_t{1} << 24, 1009 * local)), from(n, q), to(n, q) {
        for (std::size_t i = 0; i < n; ++i) from[i] = s.whole(0, 999);
        for (std::size_t i = 0; i < n; ++i) to[i] = -1;
    }

    void run(const kernel_properties& properties) {
        const double* const a = from.get();
        double* const c = to.get();
        q.parallel_for(nd_range<1>(n, local), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            const double value = a[i];
            if constexpr (with_barrier) group_barrier(it.get_group());
            c[i] = value;
        });
    }
    void run(const peer_table& peer) { peer.copy(to.get(), from.get(), n); }

    std::size_t bytes() const { return from.bytes() + to.bytes(); }
    std::string wrong() const {
        return compare(to, [&](std::size_t i) { return expected{from[i]}; });
    }
};

}  // namespace

void register_benchmarks() {
    register_kernel<copy_in_groups<false>>("copy_barrier/without");
    register_kernel<copy_in_groups<true>>("copy_barrier/with");
    register_peers<copy_in_groups<false>>("copy_barrier");
}

}  // namespace ndweave::bench
