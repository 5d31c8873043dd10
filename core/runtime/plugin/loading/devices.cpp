#include "runtime/plugin/loading/devices.hpp"

#include <map>

#include "runtime/device/registry.hpp"
#include "runtime/plugin/loading/registry.hpp"
#include "runtime/plugin/loading/search.hpp"

namespace ndweave {
namespace detail {
namespace {

const plugin_backend& loaded(const std::string& name) {
    const std::lock_guard lock(making_devices);
    // Never destroyed: queues of the program's static objects may outlive it.
    static auto* const backends = new std::map<std::string, plugin_backend>;
    const auto found = backends->find(name);
    if (found != backends->end()) return found->second;
    return backends->emplace(name, load_plugin_backend(name, plugin_directories())).first->second;
}

}  // namespace

std::vector<std::shared_ptr<device_impl>> plugin_devices(const std::string& backend) { return loaded(backend).devices; }

std::string plugin_problem(const std::string& backend) {
    std::string text;
    for (const plugin_report& r : loaded(backend).reports) {
        if (!text.empty()) text += "; ";
        text += r.path.empty() ? r.reason : "plugin " + r.path + ": " + r.reason;
        if (!r.hint.empty()) text += "; " + r.hint;
    }
    return text;
}

}  // namespace detail

std::vector<plugin_report> plugin_reports() {
    std::vector<plugin_report> all;
    for (const std::string backend : detail::backend_names) {
        if (backend == "cpu") continue;
        const auto& reports = detail::loaded(backend).reports;
        all.insert(all.end(), reports.begin(), reports.end());
    }
    return all;
}

}  // namespace ndweave
