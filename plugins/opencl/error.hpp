/// Failures: a status for the caller, a text for last_error.
#pragma once

#include <cstdint>

#include <string>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"

namespace ndweave::opencl {

/// Stores the text for this thread's last_error and returns the status.
int fail(int status, std::string text);

/// The ABI's status for an OpenCL error, with the function and the error's name as text.
int fail_call(cl_int error, const char* function);

/// NDW_OK for CL_SUCCESS, else fail_call.
inline int check(cl_int error, const char* function) {
    return error == CL_SUCCESS ? static_cast<int>(NDW_OK) : fail_call(error, function);
}

std::string error_name(cl_int error);

std::uint64_t last_error(char* text, std::uint64_t size);

}  // namespace ndweave::opencl

/// Returns from the calling function with the status of a failed OpenCL call.
#define NDWEAVE_OPENCL_TRY(function, ...)                                                                             \
    do {                                                                                                              \
        if (const int ndw_status_ = ::ndweave::opencl::check(::ndweave::opencl::cl.function(__VA_ARGS__), #function)) \
            return ndw_status_;                                                                                       \
    } while (0)
