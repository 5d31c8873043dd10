/// What an NVIDIA GPU does at this moment, from the driver's management library, loaded at run time.
#pragma once

#include "record/safe_json.hpp"

namespace ndweave::harness {

/// Clocks (MHz), temperature (°C), power and its limit (W), throttle reasons (NVML's bits, and their names)
/// of GPU `index`, in the driver's order; null without libnvidia-ml.so.1 or such a GPU. What the driver does not
/// report is left out.
json gpu_moment(int index);

}  // namespace ndweave::harness
