/// Loading code into a driver, from the binary that it made of the same code before where one is kept.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ndweave/plugin.h"

namespace ndweave::detail {

/// Where binaries are kept between processes. `identity` says everything that a binary depends on.
struct binary_store {
    std::function<std::optional<std::string>(const std::string& identity)> load;
    std::function<void(const std::string& identity, const std::string& bytes)> store;
    /// What the driver must get in place of a binary that it made; nothing: that is right as it is.
    std::function<std::optional<std::string>(const std::string& bytes)> repair;
};

/// The kernel compiler's disk cache, and its repairs.
const binary_store& disk_binaries();

/// Loads `source` into the device and returns the plugin's status. Formats that the driver compiles from source go
/// through `binaries` where the plugin gives binaries; a kept one that the driver refuses is replaced. A binary that
/// had to be repaired and that the driver refuses then is an error: the driver's own would give wrong results.
int load_module(const ndw_plugin&, ndw_device*, const ndw_device_info&, const ndw_module_source&, const binary_store&,
                ndw_module** module);

}  // namespace ndweave::detail
