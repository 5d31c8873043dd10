#include "meter.hpp"

#include <numeric>

#include "ndweave/detail/kernel_list.hpp"

namespace ndweave::apps {

bool enough(const context& run, const std::vector<double>& samples) {
    if (run.repeat > 0) {
        const auto planned = static_cast<std::size_t>(run.repeat);
        if (run.after_sample) run.after_sample(samples, planned);
        return samples.size() >= planned;
    }
    if (run.enough) return run.enough(samples);
    return samples.size() >= 3 && std::accumulate(samples.begin(), samples.end(), 0.0) >= run.min_time;
}

void end_cold_run() { detail::finish_compiling_ahead(); }

double end_cold_run(const stopwatch& cold) {
    const double seconds = cold.seconds();
    end_cold_run();
    return seconds;
}

timing sample(const context& run, const std::function<void()>& once) {
    const auto seconds = [&] {
        const stopwatch watch;
        once();
        return watch.seconds();
    };
    timing t{seconds(), {}, {}};
    end_cold_run();
    do t.samples.push_back(seconds());
    while (!enough(run, t.samples));
    return t;
}

}  // namespace ndweave::apps
