#include "arithmetic.hpp"

#include <algorithm>
#include <ndweave/ndweave.hpp>

#include "chains.hpp"
#include "device_array.hpp"
#include "event_time.hpp"
#include "meter.hpp"
#include "notes.hpp"

namespace ndweave::apps::peaks {
namespace {

template <class T, class Shape>
struct chains_name;

/// Many work-items of chains, one sum each.
template <class T, class Shape>
class chains {
public:
    chains(queue& q, std::size_t items) : queue_(&q), sums_(q, items) {}

    event submit(queue& q) {
        T* sums = sums_.get();
        const T factor = static_cast<T>(chain::factor), addend = static_cast<T>(chain::addend);
        return q.parallel_for<chains_name<T, Shape>>(
            range<1>(sums_.size()), [=](id<1> i) { sums[i] = sum_of_chains<Shape>(i[0], factor, addend); });
    }
    void run() { submit(*queue_).wait(); }
    std::size_t items() const { return sums_.size(); }

    verification check() {
        queue_->fill(sums_.get(), std::numeric_limits<T>::quiet_NaN(), sums_.size()).wait();
        run();
        long double expected[chain::starts];
        for (std::size_t i = 0; i < chain::starts; ++i) expected[i] = exact_sum(i, Shape::steps);
        double worst = 0;
        const std::vector<T> found = sums_.to_host();
        for (std::size_t i = 0; i < found.size(); ++i) {
            const long double error = std::fabs(static_cast<long double>(found[i]) - expected[i % chain::starts]);
            if (!(error <= worst)) worst = static_cast<double>(error);  // a NaN stays
            if (std::isnan(worst)) break;
        }
        const double allowed = largest_error<T>(Shape::steps);
        return {true, worst <= allowed, "largest absolute error of a work-item's sum", worst, 0, allowed};
    }

private:
    queue* queue_;
    device_array<T> sums_;
};

/// As many work-items as keep the device busy for ten milliseconds: launching and the last groups then cost nothing.
template <class T, class Shape>
std::size_t enough_items(queue& q) {
    constexpr double wanted = 0.01;
    constexpr std::size_t most = std::size_t{1} << 25;
    std::size_t items = 1024 * std::size_t{q.get_device().get_info<info::device::max_compute_units>()};
    for (;;) {
        chains<T, Shape> trial(q, items);
        const stopwatch watch;
        trial.run();
        if (watch.seconds() >= wanted || 2 * items > most) return items;
        items *= 2;
    }
}

template <class T, class Shape>
result measure(const context& run) {
    result r;
    r.precision = sizeof(T) == 4 ? "fp32" : "fp64";
    r.kernel = "fma-" + r.precision;
    const stopwatch cold;
    chains<T, Shape>(*run.queue, 1).run();  // compiles
    r.first_seconds = end_cold_run(cold);
    chains<T, Shape> work(*run.queue, enough_items<T, Shape>(*run.queue));
    r.samples = sample(run, [&] { work.run(); }).samples;
    r.event_samples = event_samples(run, [&](queue& timed) {
        const event done = work.submit(timed);
        return device_seconds(done, done);
    });
    r.flops = Shape::flops * static_cast<double>(work.items());
    r.fom = {"GFLOP/s", true, r.flops * 1e-9, statistic::best};
    r.timing_scope = "device";
    r.check = work.check();
    r.notes = {{"work_items", std::to_string(work.items())}, {"steps", std::to_string(Shape::steps)}};
    return r;
}

double rate(const result& r) { return r.fom.work / *std::ranges::min_element(r.samples); }

}  // namespace

template <class T>
result measure_arithmetic(const context& run) {
    result in_a_loop = measure<T, looped>(run), without = measure<T, straight>(run);
    if (!in_a_loop.check.passed) return in_a_loop;
    const bool better = !without.check.passed || rate(without) > rate(in_a_loop);
    result& best = better ? without : in_a_loop;
    best.notes["looped"] = exactly(rate(in_a_loop));
    best.notes["straight"] = exactly(rate(without));
    return best;
}

template result measure_arithmetic<float>(const context&);
template result measure_arithmetic<double>(const context&);

}  // namespace ndweave::apps::peaks
