// Launch overhead and memory streams: an empty kernel, triad and dot of 2^25 doubles.
#include <cmath>

#include "common.hpp"
#include "peers.hpp"

namespace {

using namespace ndweave;
using namespace ndweave::bench;

constexpr std::size_t n = std::size_t{1} << 25;

void empty_ndweave(benchmark::State& state, cpu_strategy strategy) {
    queue q = cpu_queue();
    const auto properties = with(strategy);
    measure(
        state, [&] { q.parallel_for(nd_range<1>(256 * 64, 64), properties, [](nd_item<1>) {}); },
        [] { return std::string(); });
}

void empty_openmp(benchmark::State& state) {
    measure(state, [] { openmp_empty(256); }, [] { return std::string(); });
}

struct streams {
    queue q = cpu_queue();
    array<double> a{n, q}, b{n, q}, c{n, q};

    streams() {
        double *const x = a.get(), *const y = b.get(), *const z = c.get();
        q.parallel_for(range<1>(n), [=](id<1> i) {
            x[i] = 0;
            y[i] = double(i[0] % 1000);
            z[i] = 2;
        });
    }
    std::string wrong_triad() const {
        for (std::size_t i = 0; i < n; ++i) {
            if (a[i] != double(i % 1000) + 6) return unequal("element", i, a[i], double(i % 1000) + 6);
        }
        return "";
    }
    std::string wrong_dot(double sum) const {
        double expected = 0;  // whole numbers below 2^53: exact in any order
        for (std::size_t i = 0; i < n; ++i) expected += double(i % 1000) * 2;
        return sum == expected ? "" : unequal("sum", 0, sum, expected);
    }
};

void triad_ndweave(benchmark::State& state) {
    streams s;
    double *const a = s.a.get(), *const b = s.b.get(), *const c = s.c.get();
    measure(
        state, [&] { s.q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = b[i] + 3 * c[i]; }); },
        [&] { return s.wrong_triad(); });
    state.SetBytesProcessed(std::int64_t(state.iterations() * 3 * n * sizeof(double)));
}

void triad_openmp(benchmark::State& state) {
    streams s;
    measure(state, [&] { openmp_triad(s.a.get(), s.b.get(), s.c.get(), 3, n); }, [&] { return s.wrong_triad(); });
    state.SetBytesProcessed(std::int64_t(state.iterations() * 3 * n * sizeof(double)));
}

void dot_ndweave(benchmark::State& state) {
    streams s;
    array<double> sum(1, s.q);
    const double *const b = s.b.get(), *const c = s.c.get();
    measure(
        state,
        [&] {
            s.q.parallel_for(range<1>(n),
                             reduction(sum.get(), plus<>(), {property::reduction::initialize_to_identity()}),
                             [=](id<1> i, auto& total) { total += b[i] * c[i]; });
        },
        [&] { return s.wrong_dot(sum[0]); });
    state.SetBytesProcessed(std::int64_t(state.iterations() * 2 * n * sizeof(double)));
}

void dot_openmp(benchmark::State& state) {
    streams s;
    double sum = 0;
    measure(state, [&] { sum = openmp_dot(s.b.get(), s.c.get(), n); }, [&] { return s.wrong_dot(sum); });
    state.SetBytesProcessed(std::int64_t(state.iterations() * 2 * n * sizeof(double)));
}

BENCHMARK_CAPTURE(empty_ndweave, auto, cpu_strategy::automatic) -> UseRealTime();
BENCHMARK_CAPTURE(empty_ndweave, fiber, cpu_strategy::fiber)->UseRealTime();
BENCHMARK(triad_ndweave)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(dot_ndweave)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(triad_openmp)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(dot_openmp)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(empty_openmp)->UseRealTime();

}  // namespace
