// Launches of a microsecond to a millisecond of one core's work, back to back: what sharing them out costs and brings.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

/// A triad of `elements` doubles, as iterative solvers have it: every launch over the same arrays.
template <std::size_t elements>
struct launch {
    static constexpr bool barriers = false;
    static constexpr double scalar = 0.4;
    queue q;
    std::size_t n;
    array<double> a, b, c;

    explicit launch(setup& s) : q(s.q), n(s.size(elements, 1009)), a(n, q), b(n, q), c(n, q) {
        for (std::size_t i = 0; i < n; ++i) {
            a[i] = -1000;
            b[i] = s.whole(0, 255);
            c[i] = s.whole(0, 255);
        }
    }

    void run(const kernel_properties& properties) {
        double* const to = a.get();
        const double *const x = b.get(), *const y = c.get();
        q.parallel_for(range<1>(n), properties, [=](id<1> i) { to[i] = x[i] + scalar * y[i]; });
    }
    void run(const peer_table& peer) { peer.triad(a.get(), b.get(), c.get(), scalar, n); }

    std::size_t bytes() const { return 3 * a.bytes(); }
    std::string wrong() const {
        return compare(a, [&](std::size_t i) { return expected{b[i] + scalar * c[i], 1e-13}; });
    }
};

template <std::size_t elements>
void register_launch() {
    register_page<launch<elements>>("launches/" + std::to_string(elements));
}

}  // namespace

void register_benchmarks() {
    register_launch<std::size_t{1} << 13>();
    register_launch<std::size_t{1} << 15>();
    register_launch<std::size_t{1} << 16>();
    register_launch<std::size_t{1} << 17>();
    register_launch<std::size_t{1} << 18>();
    register_launch<std::size_t{1} << 19>();
    register_launch<std::size_t{1} << 20>();
    register_launch<std::size_t{1} << 22>();
}

}  // namespace ndweave::bench
