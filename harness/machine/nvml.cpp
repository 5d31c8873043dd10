#include "machine/nvml.hpp"

#include <dlfcn.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace ndweave::harness {

namespace {

using device_handle = void*;

/// NVML's functions return 0 for success.
struct nvml {
    int (*init)() = nullptr;
    int (*handle)(unsigned, device_handle*) = nullptr;
    int (*clock)(device_handle, int kind, unsigned* mhz) = nullptr;
    int (*temperature)(device_handle, int sensor, unsigned* celsius) = nullptr;
    int (*power)(device_handle, unsigned* milliwatts) = nullptr;
    int (*power_limit)(device_handle, unsigned* milliwatts) = nullptr;
    int (*throttle)(device_handle, unsigned long long* bits) = nullptr;
    bool ready = false;
};

nvml load() {
    nvml api;
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return api;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        return function != nullptr;
    };
    find(api.temperature, "nvmlDeviceGetTemperature");
    find(api.clock, "nvmlDeviceGetClockInfo");
    find(api.power, "nvmlDeviceGetPowerUsage");
    find(api.power_limit, "nvmlDeviceGetEnforcedPowerLimit");
    find(api.throttle, "nvmlDeviceGetCurrentClocksThrottleReasons");
    api.ready = find(api.init, "nvmlInit_v2") && find(api.handle, "nvmlDeviceGetHandleByIndex_v2") && api.init() == 0;
    return api;
}

/// Names of nvmlClocksThrottleReasons, bit by bit.
json throttle_names(unsigned long long bits) {
    constexpr const char* names[] = {"idle",         "application clocks", "power cap",        "hardware slowdown",
                                     "sync boost",   "thermal limit",      "hardware thermal", "power brake",
                                     "display clock"};
    json list = json::array();
    for (std::size_t i = 0; i < std::size(names); ++i) {
        if ((bits >> i & 1) != 0) list.push_back(names[i]);
    }
    return list;
}

}  // namespace

json gpu_moment(int index) {
    static const nvml api = load();
    device_handle device = nullptr;
    if (!api.ready || api.handle(static_cast<unsigned>(index), &device) != 0) return nullptr;
    json facts = json::object();
    unsigned value = 0;
    unsigned long long bits = 0;
    constexpr std::pair<const char*, int> clocks[] = {{"graphics_mhz", 0}, {"sm_mhz", 1}, {"memory_mhz", 2}};
    for (const auto& [name, kind] : clocks) {
        if (api.clock != nullptr && api.clock(device, kind, &value) == 0) facts[name] = value;
    }
    if (api.temperature != nullptr && api.temperature(device, 0, &value) == 0) facts["celsius"] = value;
    if (api.power != nullptr && api.power(device, &value) == 0) facts["watts"] = value * 1e-3;
    if (api.power_limit != nullptr && api.power_limit(device, &value) == 0) facts["watts_limit"] = value * 1e-3;
    if (api.throttle != nullptr && api.throttle(device, &bits) == 0) {
        facts["throttle_reasons"] = bits;
        facts["throttled_by"] = throttle_names(bits);
    }
    return facts;
}

}  // namespace ndweave::harness
