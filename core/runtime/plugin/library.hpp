/// Loading one plugin file and agreeing with it on the ABI.
#pragma once

#include <optional>
#include <string>

#include "ndweave/plugin.h"

namespace ndweave::detail {

/// The plugin's entries, or why there are none.
struct plugin_library {
    std::optional<ndw_plugin> entries;  // a copy, zero where the plugin's struct is shorter than ours
    std::string reason, hint;
    std::string description = {};
};

/// Loads `path` into this process for good and checks what it exports. A plugin whose loading crashes takes the process
/// with it: call probe_plugin first.
plugin_library open_plugin(const std::string& path, const std::string& backend);

/// Does open_plugin in a child process and tells its outcome, so that a plugin which crashes, hangs or exits while it
/// is loaded is a report and not the end of the program. Empty reason: it loads.
plugin_library probe_plugin(const std::string& path, const std::string& backend, double timeout_seconds = 20);

}  // namespace ndweave::detail
