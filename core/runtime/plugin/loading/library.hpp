/// Loading one plugin file and negotiating the ABI.
#pragma once

#include <optional>
#include <string>

#include "ndweave/plugin.h"

namespace ndweave::detail {

/// The plugin's entries, or the reason for their absence.
struct plugin_library {
    std::optional<ndw_plugin> entries;  // a copy, zero beyond the end of a shorter plugin struct
    std::string reason, hint;
    std::string description = {};
};

/// Loads `path` into this process for good and checks its exports. A plugin that crashes during loading crashes the
/// process: call probe_plugin first.
plugin_library open_plugin(const std::string& path, const std::string& backend);

/// Runs open_plugin in a child process and returns its outcome, so that a plugin that crashes, hangs or exits during
/// loading is reported and does not end the program. Empty reason: it loads.
plugin_library probe_plugin(const std::string& path, const std::string& backend, double timeout_seconds = 20);

}  // namespace ndweave::detail
