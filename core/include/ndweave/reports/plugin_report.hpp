/// Diagnostics of device plugins: why a device is available or not.
#pragma once

#include <string>
#include <vector>

#include "ndweave/detail/export.hpp"

namespace ndweave {

/// One plugin file that was tried, or one backend for which none was found (`path` empty).
struct plugin_report {
    std::string backend;               // "cuda"
    std::string path;                  // of the plugin
    std::string description;           // the plugin's own line; empty if it was not loaded
    bool loaded = false;               // the plugin is loaded and its driver answers
    std::vector<std::string> devices;  // names, in the order of their numbers; may be empty
    std::string reason;                // why it was not loaded or has no devices; else empty
    std::string hint;                  // what to do about it; may be empty
};

/// Loads every plugin that can be found and reports the outcome of each, without effect on the program's devices.
/// Throws errc::invalid if NDWEAVE_PLUGIN_PATH contains a relative path.
NDWEAVE_EXPORT std::vector<plugin_report> plugin_reports();

}  // namespace ndweave
