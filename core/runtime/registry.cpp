#include "runtime/registry.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>

#include "cpu/cpu_device.hpp"
#include "ndweave/exception.hpp"
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

std::size_t parse_number(const std::string& name, std::string_view digits) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size()) throw_unknown(name);
    return number;
}

}  // namespace

const std::vector<std::string>& backend_names() {
    // Never destroyed: queues may be made while static objects are.
    static const auto& names = *new std::vector<std::string>{"cpu", "cuda", "hip", "opencl", "null"};
    return names;
}

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
    const std::size_t colon = name.find(':');
    const std::string backend = name.substr(0, colon);
    if (std::ranges::find(backend_names(), backend) == backend_names().end()) throw_unknown(name);
    const std::size_t number =
        colon == std::string::npos ? 0 : parse_number(name, std::string_view(name).substr(colon + 1));
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
