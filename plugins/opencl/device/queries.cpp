#include "opencl/device/queries.hpp"

#include <cstring>

namespace ndweave::opencl {

std::string query_text(cl_device_id id, cl_device_info what) {
    std::size_t size = 0;
    if (cl.clGetDeviceInfo(id, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
    std::string text(size, '\0');
    if (cl.clGetDeviceInfo(id, what, size, text.data(), nullptr) != CL_SUCCESS) return {};
    text.resize(std::strlen(text.c_str()));
    return text;
}

bool has_extension(cl_device_id id, const std::string& name) {
    return (" " + query_text(id, CL_DEVICE_EXTENSIONS) + " ").find(" " + name + " ") != std::string::npos;
}

}  // namespace ndweave::opencl
