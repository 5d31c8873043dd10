#include "meter.hpp"

#include <numeric>

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

timing sample(const context& run, const std::function<void()>& once) {
    const auto seconds = [&] {
        const stopwatch watch;
        once();
        return watch.seconds();
    };
    timing t{seconds(), {}, {}};
    do t.samples.push_back(seconds());
    while (!enough(run, t.samples));
    return t;
}

}  // namespace ndweave::apps
