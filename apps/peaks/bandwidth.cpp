#include "bandwidth.hpp"

#include <algorithm>
#include <ndweave/ndweave.hpp>

#include "device_array.hpp"
#include "event_time.hpp"
#include "meter.hpp"

namespace ndweave::apps::peaks {
namespace {

// Whole numbers: every result is exact, on devices without double, too.
using element = std::uint32_t;
constexpr element scalar = 3;
constexpr std::size_t period = 16;

/// b[i] = i mod 16, c[i] = 1 + i mod 16, a = b + 3·c.
class arrays {
public:
    arrays(queue& q, std::size_t elements) : queue_(&q), a_(q, elements), b_(q, elements), c_(q, elements), sum_(q, 1) {
        element *a = a_.get(), *b = b_.get(), *c = c_.get();
        q.parallel_for<struct start_name>(range<1>(elements), [=](id<1> i) {
            a[i] = 0;
            b[i] = static_cast<element>(i[0] % period);
            c[i] = static_cast<element>(1 + i[0] % period);
        });
        q.wait();
    }

    event submit_triad(queue& q) {
        element *a = a_.get(), *b = b_.get(), *c = c_.get();
        return q.parallel_for<struct triad_name>(range<1>(a_.size()), [=](id<1> i) { a[i] = b[i] + scalar * c[i]; });
    }
    event submit_read(queue& q) {
        const element* b = b_.get();
        const property::reduction::initialize_to_identity fresh;
        return q.parallel_for<struct read_name>(range<1>(b_.size()), reduction(sum_.get(), plus<element>(), fresh),
                                                [=](id<1> i, auto& sum) { sum += b[i]; });
    }

    verification check_triad() {
        queue_->fill(a_.get(), ~element{0}, a_.size());
        submit_triad(*queue_).wait();
        double wrong = 0;
        const std::vector<element> a = a_.to_host();
        for (std::size_t i = 0; i < a.size(); ++i) {
            const auto b = static_cast<element>(i % period);
            wrong += a[i] == b + scalar * (b + 1) ? 0 : 1;
        }
        return {true, wrong == 0, "elements that are not b + s·c", wrong, 0, 0};
    }
    verification check_read() {
        queue_->fill(sum_.get(), ~element{0}, 1);
        submit_read(*queue_).wait();
        const std::size_t whole = b_.size() / period, rest = b_.size() % period;
        const auto expected =
            static_cast<element>(whole * (period * (period - 1) / 2) + (rest == 0 ? 0 : rest * (rest - 1) / 2));
        const element found = sum_.to_host().front();
        return {true,
                found == expected,
                "sum of the array, modulo 2³²",
                static_cast<double>(found),
                static_cast<double>(expected),
                0};
    }

private:
    queue* queue_;
    device_array<element> a_, b_, c_;
    device_array<element> sum_;
};

/// Of one array. Four times what processors have as a cache, as STREAM's rules want it, and on GPUs so much that a
/// launch costs nothing; no more than an eighth of the device's memory.
std::size_t elements_of(const context& run) {
    const device d = run.queue->get_device();
    const std::uint64_t standard = std::uint64_t{d.is_gpu() ? 1024u : 256u} << 20;
    const std::uint64_t bytes = std::min(
        {standard, d.get_info<info::device::global_mem_size>() / 8, d.get_info<info::device::max_mem_alloc_size>()});
    const auto fallback = static_cast<std::int64_t>(bytes / sizeof(element));
    return static_cast<std::size_t>(run.params.integer("s", fallback, 1, std::int64_t{1} << 36));
}

/// Measures what `submit` launches.
template <class Submit>
result measure(const context& run, const char* kernel, double bytes, const Submit& submit) {
    result r;
    r.kernel = kernel;
    r.timing_scope = "device";
    timing times = sample(run, [&] { submit(*run.queue).wait(); });
    r.first_seconds = times.first_seconds;
    r.samples = std::move(times.samples);
    r.event_samples = event_samples(run, [&](queue& timed) {
        const event done = submit(timed);
        return device_seconds(done, done);
    });
    r.bytes = bytes;
    r.fom = {"GB/s", true, bytes * 1e-9, statistic::best};
    return r;
}

}  // namespace

std::vector<result> measure_bandwidth(const context& run) {
    const std::size_t elements = elements_of(run);
    arrays of(*run.queue, elements);
    const double bytes = static_cast<double>(elements) * sizeof(element);
    std::vector<result> rows{measure(run, "read", bytes, [&](queue& q) { return of.submit_read(q); }),
                             measure(run, "triad", 3 * bytes, [&](queue& q) { return of.submit_triad(q); })};
    rows[0].check = of.check_read();
    rows[1].check = of.check_triad();
    for (result& row : rows) row.notes["elements"] = std::to_string(elements);
    return rows;
}

}  // namespace ndweave::apps::peaks
