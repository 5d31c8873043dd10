/// Queries of device properties.
#pragma once

#include <string>

#include "opencl/driver.hpp"

namespace ndweave::opencl {

/// Zero if unknown to the device.
template <class T>
T query(cl_device_id id, cl_device_info what) {
    T value{};
    cl.clGetDeviceInfo(id, what, sizeof value, &value, nullptr);
    return value;
}

/// Empty if unknown to the device.
std::string query_text(cl_device_id, cl_device_info);

bool has_extension(cl_device_id, const std::string& name);

}  // namespace ndweave::opencl
