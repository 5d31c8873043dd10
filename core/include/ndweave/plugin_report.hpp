/// What became of the device plugins, for people who ask why a device is or is not there.
#pragma once

#include <string>
#include <vector>

#include "ndweave/export.hpp"

namespace ndweave {

/// One plugin file that was looked at, or one backend for which none was found (`path` empty).
struct plugin_report {
    std::string backend;               // "cuda"
    std::string path;                  // of the plugin
    std::string description;           // the plugin's own line; empty where it was not loaded
    bool loaded = false;               // the plugin is loaded and its driver answers
    std::vector<std::string> devices;  // names, in the order of their numbers; may be empty
    std::string reason;                // why it was not loaded or has no devices; empty where all is well
    std::string hint;                  // what to do about it; may be empty
};

/// Loads every plugin that can be found and tells the outcome of each. The program's other devices are not disturbed.
/// Throws errc::invalid where NDWEAVE_PLUGIN_PATH names a folder that is not absolute.
NDWEAVE_EXPORT std::vector<plugin_report> plugin_reports();

}  // namespace ndweave
