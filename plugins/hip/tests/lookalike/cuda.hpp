/// The CUDA driver and NVRTC, opened at run time, as far as the look-alike needs them beside the calls that it passes
/// on.
#pragma once

#include <cstddef>

namespace lookalike {

// hipError_t, where the look-alike answers itself. CUresult has the same numbers.
constexpr int success = 0, invalid_value = 1, no_device = 100, invalid_device = 101;

struct cuda_driver {
    int (*init)(unsigned flags) = nullptr;
    int (*error_name)(int code, const char** text) = nullptr;
    int (*error_text)(int code, const char** text) = nullptr;
    int (*device_name)(char* name, int bytes, int device) = nullptr;
    int (*attribute)(int* value, int attribute, int device) = nullptr;
    int (*retain)(void** context, int device) = nullptr;
    int (*set_current)(void* context) = nullptr;
    int (*peer_attribute)(int* value, int attribute, int device, int peer) = nullptr;
    int (*enable_peer)(void* peer_context, unsigned flags) = nullptr;
    int (*disable_peer)(void* peer_context) = nullptr;
    int (*copy)(void* to, const void* from, std::size_t bytes, void* stream) = nullptr;
    int (*load_data)(void** module, const void* image) = nullptr;
    int (*function_attribute)(int* value, int attribute, void* function) = nullptr;
    int (*set_function_attribute)(void* function, int attribute, int value) = nullptr;
    int (*launch)(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                  unsigned shared, void* stream, void** arguments, void** extra) = nullptr;
};

struct nvrtc {
    int (*create)(void** program, const char* source, const char* name, int headers, const char** texts,
                  const char** names) = nullptr;
    int (*destroy)(void** program) = nullptr;
    int (*compile)(void* program, int options, const char** texts) = nullptr;
    int (*log_size)(void* program, std::size_t* bytes) = nullptr;
    int (*log)(void* program, char* text) = nullptr;
    int (*code_size)(void* program, std::size_t* bytes) = nullptr;
    int (*code)(void* program, char* bytes) = nullptr;
    const char* (*error_text)(int code) = nullptr;
};

/// libcuda.so.1; null where this machine has none.
void* cuda_library();
/// Null where this machine has no CUDA driver.
const cuda_driver* cuda();
/// Null where this machine has no NVRTC.
const nvrtc* compiler();

}  // namespace lookalike
