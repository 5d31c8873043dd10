#include <algorithm>

#include "sycl/execution/device.hpp"

namespace sycl {

std::vector<platform> platform::get_platforms() {
    std::vector<platform> found;
    for (const device& one : device::get_devices()) {
        const platform its(one);
        if (std::find(found.begin(), found.end(), its) == found.end()) found.push_back(its);
    }
    return found;
}

std::vector<device> platform::get_devices(info::device_type type) const {
    std::vector<device> found = device::get_devices(type);
    std::erase_if(found, [this](const device& one) { return one.get_backend() != backend_; });
    return found;
}

bool platform::has(aspect a) const {
    const std::vector<device> all = get_devices();
    return std::all_of(all.begin(), all.end(), [a](const device& one) { return one.has(a); });
}

template <>
NDWEAVE_EXPORT std::string platform::get_info<info::platform::name>() const {
    switch (backend_) {
        case backend::cpu:
            return "ndweave CPU";
        case backend::cuda:
            return "ndweave CUDA";
        case backend::hip:
            return "ndweave HIP";
        case backend::opencl:
            return "ndweave OpenCL";
        default:
            return "ndweave null";
    }
}
template <>
NDWEAVE_EXPORT std::string platform::get_info<info::platform::vendor>() const {
    return "ndweave";
}
/// That of its first device's driver.
template <>
NDWEAVE_EXPORT std::string platform::get_info<info::platform::version>() const {
    const std::vector<device> all = get_devices();
    return all.empty() ? std::string() : all.front().get_info<info::device::driver_version>();
}
template <>
NDWEAVE_EXPORT std::string platform::get_info<info::platform::profile>() const {
    return "FULL_PROFILE";
}
template <>
NDWEAVE_EXPORT std::vector<std::string> platform::get_info<info::platform::extensions>() const {
    return {};
}

}  // namespace sycl
