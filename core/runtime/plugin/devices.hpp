/// The devices that plugins bring.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/device_impl.hpp"

namespace ndweave::detail {

/// Devices of `backend` ("cuda", "hip", "opencl", "null"), in the driver's order; none where the plugin or its driver
/// cannot be had: plugin_problem tells why. The plugin is loaded on the first call and stays.
std::vector<std::shared_ptr<device_impl>> plugin_devices(const std::string& backend);

/// Why `backend` has no devices: what was looked for, where, and what to do. Lower case, no full stop.
std::string plugin_problem(const std::string& backend);

}  // namespace ndweave::detail
