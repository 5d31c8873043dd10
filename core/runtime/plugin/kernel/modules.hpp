/// Loading code into a driver, from a cached binary of the same code if there is one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ndweave/plugin.h"

namespace ndweave::detail {

/// Where binaries come from. `identity` contains everything that a binary depends on.
struct binary_store {
    std::function<std::optional<std::string>(const std::string& identity)> load;
    std::function<void(const std::string& identity, const std::string& bytes)> store;
    /// The replacement of a binary that needs a repair; nothing if the binary is correct.
    std::function<std::optional<std::string>(const std::string& bytes)> repair;
    /// What was assembled of PTX before the program ran.
    std::function<std::optional<std::string>(std::string_view ptx, std::string_view architecture)> find_assembled;
};

/// The file beside the program, the kernel compiler's disk cache, and its repairs.
const binary_store& disk_binaries();

/// Loads `source` into the device and returns the plugin's status. Assembled code goes first; formats that the driver
/// compiles from source use `binaries` if the plugin provides binaries and has a build id; a cached one that the driver
/// rejects is replaced. A repaired binary that the driver rejects is an error: the driver's own would give wrong
/// results.
int load_module(const ndw_plugin&, ndw_device*, const ndw_device_info&, const ndw_module_source&, const binary_store&,
                ndw_module** module);

}  // namespace ndweave::detail
