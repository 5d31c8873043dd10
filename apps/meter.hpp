/// The sampling loop that apps share.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "app.hpp"

namespace ndweave::apps {

/// Wall seconds since it was made.
class stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

private:
    using clock = std::chrono::steady_clock;
    clock::time_point start_ = clock::now();
};

/// True when the run has samples enough: `repeat` where it is given, then the context's own rule, then at least 3
/// samples and `min_time` seconds in all.
bool enough(const context&, const std::vector<double>& samples);

/// Wall seconds of repeated calls: of the first, cold one, which compiles kernels and touches memory, and of the
/// others.
struct timing {
    double first_seconds = 0;
    std::vector<double> samples;
    std::vector<double> event_samples;  // see result
};

/// Call behind a cold run: what is being compiled beside it (NDWEAVE_COMPILE_AHEAD) would be in the way of what is
/// measured next.
void end_cold_run();
/// The same, and the run's wall seconds.
double end_cold_run(const stopwatch&);

/// Calls `once` a first time, then until `enough`. `once` waits for its own work.
timing sample(const context&, const std::function<void()>& once);

}  // namespace ndweave::apps
