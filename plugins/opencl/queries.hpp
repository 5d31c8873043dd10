/// What a driver says about a device.
#pragma once

#include <string>

#include "opencl/driver.hpp"

namespace ndweave::opencl {

/// Zero where the device does not know.
template <class T>
T query(cl_device_id id, cl_device_info what) {
    T value{};
    cl.clGetDeviceInfo(id, what, sizeof value, &value, nullptr);
    return value;
}

/// Empty where the device does not know.
std::string query_text(cl_device_id, cl_device_info);

bool has_extension(cl_device_id, const std::string& name);

}  // namespace ndweave::opencl
