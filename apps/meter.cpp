#include "meter.hpp"

#include <numeric>

namespace ndweave::apps {

bool enough(const context& run, const std::vector<double>& samples) {
    if (run.repeat > 0) return samples.size() >= static_cast<std::size_t>(run.repeat);
    if (run.enough) return run.enough(samples);
    return samples.size() >= 3 && std::accumulate(samples.begin(), samples.end(), 0.0) >= run.min_time;
}

std::vector<double> sample(const context& run, const std::function<void()>& once) {
    std::vector<double> samples;
    do {
        const stopwatch watch;
        once();
        samples.push_back(watch.seconds());
    } while (!enough(run, samples));
    return samples;
}

}  // namespace ndweave::apps
