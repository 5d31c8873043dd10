#include "runtime/plugin/loading/registry.hpp"

#include <filesystem>

#include "ndweave/exception.hpp"
#include "runtime/plugin/device.hpp"
#include "runtime/plugin/driver_life.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/loading/library.hpp"
#include "runtime/plugin/loading/plugin_file.hpp"
#include "runtime/plugin/loading/search.hpp"

namespace ndweave::detail {
namespace {

/// The plugin at `path`, loaded; or null and the report's reason.
const ndw_plugin* load(const std::string& path, const std::string& backend, plugin_report& report) {
    plugin_file file(path);
    for (const auto check : {&plugin_file::check_ownership, &plugin_file::check_shared_object}) {
        if (const file_problem problem = (file.*check)()) {
            report.reason = problem.reason;
            report.hint = problem.hint;
            return nullptr;
        }
    }
    plugin_library library = probe_plugin(file.loadable_path(), backend);
    if (library.reason.empty()) {
        file.stay_open();
        library = open_plugin(file.loadable_path(), backend);
    }
    report.reason = library.reason;
    report.hint = library.hint;
    report.description = library.description;
    // Never freed: devices refer to it, and the program's static objects may own devices.
    return library.entries ? new ndw_plugin(*library.entries) : nullptr;
}

constexpr std::uint32_t max_devices = 1024;

/// Devices of a loaded plugin. Those whose query fails are omitted and named in the reason.
void list_devices(const ndw_plugin& plugin, plugin_backend& backend, plugin_report& report) {
    std::uint32_t count = 0;
    const int status = plugin.device_count(&count);
    drivers_made_objects();
    if (status != NDW_OK) {
        report.reason = plugin_error_text(plugin);
        return;
    }
    if (count > max_devices) {
        report.reason = "its driver claims " + std::to_string(count) + " devices";
        report.hint = "build or install the plugin again, of this ndweave's version";
        return;
    }
    report.loaded = true;
    if (count == 0) report.reason = "its driver has no device";
    for (std::uint32_t i = 0; i < count; ++i) {
        try {
            backend.devices.push_back(std::make_shared<plugin_device>(plugin, i));
            report.devices.push_back(backend.devices.back()->limits().name);
        } catch (const exception& e) {
            report.reason += (report.reason.empty() ? "" : "; ") + std::string(e.what());
        }
    }
}

std::string joined(const std::vector<std::string>& directories) {
    std::string text;
    for (const std::string& d : directories) text += (text.empty() ? "" : ", ") + d;
    return text;
}

}  // namespace

plugin_backend load_plugin_backend(const std::string& name, const std::vector<std::string>& directories) {
    plugin_backend backend;
    for (const std::string& directory : directories) {
        const std::string path = directory + "/" + plugin_file_name(name);
        std::error_code error;
        if (!std::filesystem::exists(path, error)) continue;
        plugin_report& report = backend.reports.emplace_back();
        report.backend = name;
        report.path = path;
        const ndw_plugin* plugin = load(path, name, report);
        if (!plugin) continue;
        list_devices(*plugin, backend, report);
        return backend;
    }
    if (backend.reports.empty()) {
        plugin_report& report = backend.reports.emplace_back();
        report.backend = name;
        report.reason = "there is no " + plugin_file_name(name) + " in " + joined(directories);
        report.hint = "install the plugin there, or name its folder in NDWEAVE_PLUGIN_PATH";
    }
    return backend;
}

}  // namespace ndweave::detail
