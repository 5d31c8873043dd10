#include "runtime/device/registry.hpp"

#include <algorithm>
#include <atomic>

#include "cpu/cpu_device.hpp"
#include "ndweave/exception.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/plugin/loading/devices.hpp"

namespace ndweave::detail {
namespace {

using device_list = std::vector<std::shared_ptr<device_impl>>;

/// Of each backend; null until created. Never destroyed: queues of the program's static objects outlive it.
constinit std::array<std::atomic<const device_list*>, backend_names.size()> made{};

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::devices, making_devices); }

std::string joined_backend_names() {
    std::string text;
    for (const char* const name : backend_names) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

device_list make_devices(const std::string& backend) {
    if (backend == "cpu") return {make_cpu_device()};
    return plugin_devices(backend);
}

[[noreturn]] void throw_unknown(const std::string& name) {
    throw exception(errc::invalid, "unknown device '" + name +
                                       "': a device is BACKEND or BACKEND:NUMBER, as in cuda:0, and "
                                       "the backends are " +
                                       joined_backend_names());
}

}  // namespace

std::recursive_mutex making_devices;

const std::vector<std::shared_ptr<device_impl>>& backend_devices(const std::string& backend) {
    const auto found = std::ranges::find(backend_names, backend);
    if (found == backend_names.end()) throw_unknown(backend);
    std::atomic<const device_list*>& devices = made[static_cast<std::size_t>(found - backend_names.begin())];
    if (const device_list* const list = devices.load(std::memory_order_acquire)) return *list;
    const std::lock_guard lock(making_devices);
    if (!devices.load(std::memory_order_relaxed)) {
        devices.store(new device_list(make_devices(backend)), std::memory_order_release);
    }
    return *devices.load(std::memory_order_relaxed);
}

std::shared_ptr<device_impl> find_device(const std::string& name) {
    check_environment();
    const std::optional<device_name> parsed = parse_device_name(name);
    if (!parsed) throw_unknown(name);
    const auto& [backend, number] = *parsed;
    const auto& devices = backend_devices(backend);
    if (devices.empty()) {
        throw exception(errc::runtime, "device '" + name + "' is not available: " + plugin_problem(backend));
    }
    if (number >= devices.size()) {
        throw exception(errc::runtime, "device '" + name + "' is not available: backend " + backend + " has " +
                                           std::to_string(devices.size()) + " device" +
                                           (devices.size() == 1 ? "" : "s") + ", counted from 0");
    }
    return devices[number];
}

std::string device_identifier(const device_impl& device) {
    const std::string& backend = device.limits().backend;
    const std::string& processors = device.limits().processors;
    if (backend == "cpu") return processors.empty() ? backend : "cpu, processors " + processors;
    const auto& devices = backend_devices(backend);
    const auto found = std::ranges::find_if(devices, [&](const auto& d) { return d.get() == &device; });
    return backend + ":" + std::to_string(found - devices.begin());
}

}  // namespace ndweave::detail
