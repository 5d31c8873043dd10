#include "runtime/registry.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "cpu/cpu_device.hpp"
#include "ndweave/exception.hpp"
#include "runtime/environment.hpp"
#include "runtime/plugin/devices.hpp"

namespace ndweave::detail {
namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& n : names) text += (text.empty() ? "" : ", ") + n;
    return text;
}

[[noreturn]] void throw_unknown(const std::string& name) {
    throw exception(errc::invalid, "unknown device '" + name +
                                       "': a device is BACKEND or BACKEND:NUMBER, as in cuda:0, and "
                                       "the backends are " +
                                       joined(backend_names()));
}

}  // namespace

const std::vector<std::shared_ptr<device_impl>>& backend_devices(const std::string& backend) {
    struct slot {
        std::once_flag once;
        std::vector<std::shared_ptr<device_impl>> devices;
    };
    // Never destroyed: queues of static objects of the program may outlive it.
    static std::map<std::string, slot>* const slots = [] {
        auto* m = new std::map<std::string, slot>;
        for (const std::string& n : backend_names()) (*m)[n];
        return m;
    }();
    const auto found = slots->find(backend);
    if (found == slots->end()) throw_unknown(backend);
    slot& s = found->second;
    std::call_once(s.once, [&] {
        if (backend == "cpu") {
            s.devices.push_back(make_cpu_device());
        } else {
            s.devices = plugin_devices(backend);
        }
    });
    return s.devices;
}

std::shared_ptr<device_impl> find_device(const std::string& name) {
    check_environment();
    const std::optional<device_name> parsed = parse_device_name(name);
    if (!parsed) throw_unknown(name);
    const auto& [backend, number] = *parsed;
    const auto& devices = backend_devices(backend);
    if (devices.empty()) {
        throw exception(errc::runtime, "device '" + name + "' cannot be had: " + plugin_problem(backend));
    }
    if (number >= devices.size()) {
        throw exception(errc::runtime, "device '" + name + "' cannot be had: backend " + backend + " has " +
                                           std::to_string(devices.size()) + " device" +
                                           (devices.size() == 1 ? "" : "s") + ", counted from 0");
    }
    return devices[number];
}

std::string device_identifier(const device_impl& device) {
    const std::string& backend = device.limits().backend;
    if (backend == "cpu") return backend;
    const auto& devices = backend_devices(backend);
    const auto found = std::ranges::find_if(devices, [&](const auto& d) { return d.get() == &device; });
    return backend + ":" + std::to_string(found - devices.begin());
}

}  // namespace ndweave::detail
