/// The devices of plugins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// Devices of `backend` ("cuda", "hip", "opencl", "null"), in the driver's order; none if the plugin or its driver
/// is not available: plugin_problem tells why. The first call loads the plugin for good.
std::vector<std::shared_ptr<device_impl>> plugin_devices(const std::string& backend);

/// Why `backend` has no devices: what was searched, where, and what to do. Lower case, no full stop.
std::string plugin_problem(const std::string& backend);

}  // namespace ndweave::detail
