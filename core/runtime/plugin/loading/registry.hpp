/// Every backend's plugin: tried once, on first use, and kept.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ndweave/reports/plugin_report.hpp"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// The outcome for one backend.
struct plugin_backend {
    std::vector<std::shared_ptr<device_impl>> devices;
    std::vector<plugin_report> reports;  // one per file that was tried, the used one last; at least one
};

/// Searches the folders for the backend's plugin and loads the first valid one. Failures leave only the reports.
/// Entries of a loaded plugin live until the process ends.
plugin_backend load_plugin_backend(const std::string& backend, const std::vector<std::string>& directories);

}  // namespace ndweave::detail
