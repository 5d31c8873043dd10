/// Answers of drivers that tests make up.
#pragma once

#include <cstddef>
#include <cstring>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>

namespace ndweave::opencl {

/// What a clGet…Info gives whose value is the `size` bytes at `value` (OpenCL 3.0, 4.1): `to` may be null, `needed`
/// too.
inline cl_int answer(const void* value, std::size_t size, std::size_t room, void* to, std::size_t* needed) {
    if (needed) *needed = size;
    if (!to) return CL_SUCCESS;
    if (room < size) return CL_INVALID_VALUE;
    std::memcpy(to, value, size);
    return CL_SUCCESS;
}

/// Of a text, with its end.
inline cl_int answer(const char* text, std::size_t room, void* to, std::size_t* needed) {
    return answer(text, std::strlen(text) + 1, room, to, needed);
}

}  // namespace ndweave::opencl
