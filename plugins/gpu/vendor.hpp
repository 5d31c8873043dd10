/// What one vendor's driver adds to the common calls: implemented in plugins/cuda and plugins/hip.
#pragma once

#include "gpu/calls.hpp"
#include "ndweave/plugin.h"

namespace ndweave::gpu {

struct vendor {
    const char* const* libraries;  // names to dlopen, in order, null at the end
    const char* advice;            // what to install when none is there
    std::uint32_t format;          // ndw_code_format of the device
    bool cuda_symbols;             // which column of the table

    /// Resolves the vendor's own functions; the missing one's name, or null.
    const char* (*resolve)(void* library);
    /// "CUDA_ERROR_INVALID_VALUE: invalid argument".
    void (*describe)(int code, char* text, std::size_t bytes);
    /// What the driver's code means to core.
    ndw_status (*status)(int code);
    /// Makes the device's primary context exist, or gives it up.
    int (*retain)(int device, void** context);
    void (*release)(int device);
    /// Whether the primary context exists: asking for free memory would create it.
    bool (*active)(int device);
    /// Makes the device current for the calling thread.
    int (*make_current)(int device, void* context);
    /// Fills arch, limits, capabilities: what the vendors number differently.
    int (*limits)(int device, ndw_device_info* info);
    int (*copy_async)(void* to, const void* from, std::size_t bytes, void* stream);
    /// `rows` times `value`, `pitch` bytes apart.
    int (*set_strided)(void* to, std::size_t pitch, std::uint32_t value, std::size_t rows, void* stream);
    /// Loads `source`; on failure the build log is in `log`.
    int (*load)(const ndw_module_source& source, void** module, char* log, std::size_t log_bytes);
    int (*allow_shared)(void* function, int bytes);
};

/// The vendor that this plugin was built for.
extern const vendor this_vendor;

}  // namespace ndweave::gpu
