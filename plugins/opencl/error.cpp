#include "opencl/error.hpp"

#include <algorithm>
#include <cstring>

namespace ndweave::opencl {
namespace {

thread_local std::string last_text;

int status_of(cl_int error) {
    switch (error) {
        case CL_DEVICE_NOT_FOUND:
        case CL_DEVICE_NOT_AVAILABLE:
            return NDW_NO_DEVICE;
        case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        case CL_OUT_OF_RESOURCES:
        case CL_OUT_OF_HOST_MEMORY:
        case CL_INVALID_BUFFER_SIZE:
            return NDW_OUT_OF_MEMORY;
        case CL_BUILD_PROGRAM_FAILURE:
        case CL_COMPILE_PROGRAM_FAILURE:
        case CL_LINK_PROGRAM_FAILURE:
        case CL_INVALID_BINARY:
            return NDW_BUILD_FAILED;
        case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
        case CL_INVALID_KERNEL_ARGS:
        case CL_INVALID_WORK_DIMENSION:
        case CL_INVALID_WORK_GROUP_SIZE:
        case CL_INVALID_WORK_ITEM_SIZE:
        case CL_INVALID_GLOBAL_WORK_SIZE:
            return NDW_LAUNCH_FAILED;
        default:
            return error <= CL_INVALID_VALUE ? NDW_INVALID : NDW_DRIVER_ERROR;
    }
}

}  // namespace

int fail(int status, std::string text) {
    last_text = std::move(text);
    return status;
}

std::string error_name(cl_int error) {
    switch (error) {
#define NDWEAVE_OPENCL_NAME(name) \
    case name:                    \
        return #name
        NDWEAVE_OPENCL_NAME(CL_DEVICE_NOT_FOUND);
        NDWEAVE_OPENCL_NAME(CL_DEVICE_NOT_AVAILABLE);
        NDWEAVE_OPENCL_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE);
        NDWEAVE_OPENCL_NAME(CL_OUT_OF_RESOURCES);
        NDWEAVE_OPENCL_NAME(CL_OUT_OF_HOST_MEMORY);
        NDWEAVE_OPENCL_NAME(CL_MEM_COPY_OVERLAP);
        NDWEAVE_OPENCL_NAME(CL_BUILD_PROGRAM_FAILURE);
        NDWEAVE_OPENCL_NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET);
        NDWEAVE_OPENCL_NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        NDWEAVE_OPENCL_NAME(CL_INVALID_VALUE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_DEVICE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_CONTEXT);
        NDWEAVE_OPENCL_NAME(CL_INVALID_COMMAND_QUEUE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_MEM_OBJECT);
        NDWEAVE_OPENCL_NAME(CL_INVALID_BINARY);
        NDWEAVE_OPENCL_NAME(CL_INVALID_BUILD_OPTIONS);
        NDWEAVE_OPENCL_NAME(CL_INVALID_PROGRAM);
        NDWEAVE_OPENCL_NAME(CL_INVALID_KERNEL_NAME);
        NDWEAVE_OPENCL_NAME(CL_INVALID_KERNEL);
        NDWEAVE_OPENCL_NAME(CL_INVALID_ARG_INDEX);
        NDWEAVE_OPENCL_NAME(CL_INVALID_ARG_VALUE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_ARG_SIZE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_KERNEL_ARGS);
        NDWEAVE_OPENCL_NAME(CL_INVALID_WORK_DIMENSION);
        NDWEAVE_OPENCL_NAME(CL_INVALID_WORK_GROUP_SIZE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_WORK_ITEM_SIZE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_GLOBAL_WORK_SIZE);
        NDWEAVE_OPENCL_NAME(CL_INVALID_EVENT_WAIT_LIST);
        NDWEAVE_OPENCL_NAME(CL_INVALID_EVENT);
        NDWEAVE_OPENCL_NAME(CL_INVALID_OPERATION);
        NDWEAVE_OPENCL_NAME(CL_INVALID_BUFFER_SIZE);
        NDWEAVE_OPENCL_NAME(CL_PROFILING_INFO_NOT_AVAILABLE);
        NDWEAVE_OPENCL_NAME(CL_PLATFORM_NOT_FOUND_KHR);
#undef NDWEAVE_OPENCL_NAME
        default:
            return "error " + std::to_string(error);
    }
}

int fail_call(cl_int error, const char* function) {
    return fail(status_of(error), std::string(function) + " failed with " + error_name(error));
}

std::uint64_t last_error(char* text, std::uint64_t size) {
    if (size > 0) {
        const std::uint64_t taken = std::min<std::uint64_t>(last_text.size(), size - 1);
        std::memcpy(text, last_text.data(), taken);
        text[taken] = '\0';
    }
    return last_text.size() + 1;
}

}  // namespace ndweave::opencl
