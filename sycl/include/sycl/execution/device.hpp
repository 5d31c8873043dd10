/// SYCL 2020 device and device selectors (4.6.1, 4.6.4): core's.
#pragma once

#include "ndweave/device.hpp"

namespace sycl {

using ndweave::aspect;
using ndweave::backend;
using ndweave::cpu_selector_v;
using ndweave::default_selector_v;
using ndweave::device;
using ndweave::gpu_selector_v;

}  // namespace sycl
