/// What the runtime reports about the kernels of one measurement.
#pragma once

#include "measure/ask.hpp"
#include "measure/measurement.hpp"

namespace ndweave::harness {

struct explanation {
    json kernels;  // array: a kernel_log_entry each, in order of first launch, see kernel_json()
    answer last;   // of the run that they were taken from
};

/// Runs the app in a worker, and once more where a kernel was compiled then, so that both times are known.
explanation explain_measurement(const measurement&);

/// Those of `kernels` whose name contains `part`.
json kernels_named(const json& kernels, const std::string& part);

}  // namespace ndweave::harness
