// An OpenCL driver for tests: three platforms that offer one device, one without a compiler, and a failure.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <algorithm>
#include <cstring>

#include "answer.hpp"

// What the loader finds behind a handle is its table of functions.
struct _cl_platform_id {
    const cl_icd_dispatch* table;
    cl_int status;  // of the question for devices
};
struct _cl_device_id {
    const cl_icd_dispatch* table;
    cl_bool has_compiler;
};

namespace {

extern _cl_platform_id platforms[3];
extern _cl_device_id devices[2];

using ndweave::opencl::answer;

cl_int CL_API_CALL platform_info(cl_platform_id, cl_platform_info what, std::size_t room, void* to,
                                 std::size_t* needed) {
    switch (what) {
        case CL_PLATFORM_EXTENSIONS:
            return answer("cl_khr_icd", room, to, needed);
        case CL_PLATFORM_VERSION:
            return answer("OpenCL 1.2 made up", room, to, needed);
        default:
            return answer("NDW", room, to, needed);
    }
}

cl_int CL_API_CALL device_ids(cl_platform_id p, cl_device_type, cl_uint room, cl_device_id* to, cl_uint* count) {
    if (p->status != CL_SUCCESS) return p->status;
    if (count) *count = 1;
    if (to && room) *to = &devices[p - platforms];
    return CL_SUCCESS;
}

cl_int CL_API_CALL device_info(cl_device_id d, cl_device_info what, std::size_t room, void* to, std::size_t* needed) {
    const cl_bool yes = CL_TRUE;
    const cl_device_type type = CL_DEVICE_TYPE_ACCELERATOR;
    switch (what) {
        case CL_DEVICE_NAME:
            return answer("made up", room, to, needed);
        case CL_DEVICE_AVAILABLE:
            return answer(&yes, sizeof yes, room, to, needed);
        case CL_DEVICE_COMPILER_AVAILABLE:
            return answer(&d->has_compiler, sizeof d->has_compiler, room, to, needed);
        case CL_DEVICE_TYPE:
            return answer(&type, sizeof type, room, to, needed);
        default:
            return CL_INVALID_VALUE;
    }
}

cl_context CL_API_CALL no_context(const cl_context_properties*, cl_uint, const cl_device_id*,
                                  void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*), void*,
                                  cl_int* error) {
    if (error) *error = CL_DEVICE_NOT_AVAILABLE;
    return nullptr;
}

const cl_icd_dispatch table = [] {
    cl_icd_dispatch t{};
    t.clGetPlatformInfo = platform_info;
    t.clGetDeviceIDs = device_ids;
    t.clGetDeviceInfo = device_info;
    t.clCreateContext = no_context;
    return t;
}();

_cl_platform_id platforms[3] = {{&table, CL_SUCCESS}, {&table, CL_SUCCESS}, {&table, CL_OUT_OF_HOST_MEMORY}};
_cl_device_id devices[2] = {{&table, CL_TRUE}, {&table, CL_FALSE}};

cl_int CL_API_CALL platform_ids(cl_uint room, cl_platform_id* to, cl_uint* count) {
    if (count) *count = 3;
    for (cl_uint i = 0; to && i < std::min(room, 3u); ++i) to[i] = &platforms[i];
    return CL_SUCCESS;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {
CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id p, cl_platform_info what, std::size_t room, void* to,
                                                  std::size_t* needed) {
    return platform_info(p, what, room, to, needed);
}
CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
    if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return reinterpret_cast<void*>(platform_ids);
    return nullptr;
}
CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id* to, cl_uint* count) {
    return platform_ids(room, to, count);
}
}
#pragma GCC visibility pop
