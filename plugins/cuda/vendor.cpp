/// The CUDA driver's side of the common GPU plugin: what CUDA has other than HIP. Declarations are our own, after the
/// CUDA Driver API reference; no SDK is needed.
#include "gpu/vendor.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "gpu/driver.hpp"

namespace ndweave::gpu {
namespace {

#define NDW_CUDA_CALLS(X)                                                                                         \
    X(error_name, "cuGetErrorName", (int code, const char** text))                                                \
    X(error_text, "cuGetErrorString", (int code, const char** text))                                              \
    X(retain, "cuDevicePrimaryCtxRetain", (void** context, int device))                                           \
    X(release, "cuDevicePrimaryCtxRelease_v2", (int device))                                                      \
    X(state, "cuDevicePrimaryCtxGetState", (int device, unsigned* flags, int* active))                            \
    X(set_current, "cuCtxSetCurrent", (void* context))                                                            \
    X(copy, "cuMemcpyAsync", (void* to, const void* from, std::size_t bytes, void* stream))                       \
    X(set_2d_32, "cuMemsetD2D32Async",                                                                            \
      (void* to, std::size_t pitch, unsigned value, std::size_t width, std::size_t height, void* stream))         \
    X(load_data, "cuModuleLoadDataEx", (void** module, const void*, unsigned count, int* options, void** values)) \
    X(set_attribute, "cuFuncSetAttribute", (void* function, int attribute, int value))

struct cuda_calls {
#define NDW_CUDA_MEMBER(name, symbol, parameters) int(*name) parameters = nullptr;
    NDW_CUDA_CALLS(NDW_CUDA_MEMBER)
#undef NDW_CUDA_MEMBER
} cuda;

const char* resolve(void* library) {
#define NDW_CUDA_RESOLVE(name, symbol, parameters)                             \
    cuda.name = reinterpret_cast<decltype(cuda.name)>(dlsym(library, symbol)); \
    if (!cuda.name) return symbol;
    NDW_CUDA_CALLS(NDW_CUDA_RESOLVE)
#undef NDW_CUDA_RESOLVE
    return nullptr;
}

void describe(int code, char* text, std::size_t bytes) {
    const char* name = nullptr;
    const char* words = nullptr;
    cuda.error_name(code, &name);
    cuda.error_text(code, &words);
    std::snprintf(text, bytes, "%s (%d): %s", name ? name : "unknown error", code, words ? words : "no text");
}

// Numbers of CUresult.
constexpr int invalid_value = 1, out_of_memory = 2, no_device = 100, invalid_device = 101, ecc_uncorrectable = 214,
              file_not_found = 301, invalid_handle = 400, not_ready = 600, illegal_address = 700,
              out_of_resources = 701, launch_timeout = 702, assert_failed = 710, first_fault = 714, last_fault = 719,
              not_supported = 801, system_not_ready = 802;

bool is_build_error(int code) { return (code >= 200 && code <= 209) || (code >= 218 && code <= 223); }

ndw_status status(int code) {
    if (code >= first_fault && code <= last_fault) return NDW_LAUNCH_FAILED;
    if (is_build_error(code)) return NDW_BUILD_FAILED;
    switch (code) {
        case 0:
            return NDW_OK;
        case invalid_value:
        case file_not_found:
        case invalid_handle:
            return NDW_INVALID;
        case out_of_memory:
            return NDW_OUT_OF_MEMORY;
        case no_device:
        case invalid_device:
            return NDW_NO_DEVICE;
        case not_ready:
            return NDW_NOT_READY;
        case illegal_address:
        case out_of_resources:
        case launch_timeout:
        case assert_failed:
            return NDW_LAUNCH_FAILED;
        case not_supported:
            return NDW_UNSUPPORTED;
        case ecc_uncorrectable:
        case system_not_ready:
            return NDW_DEVICE_LOST;
        default:
            return NDW_DRIVER_ERROR;
    }
}

int retain(int device, void** context) { return cuda.retain(context, device); }
void release(int device) { cuda.release(device); }

bool active(int device) {
    unsigned flags = 0;
    int is_active = 0;
    return cuda.state(device, &flags, &is_active) == 0 && is_active != 0;
}

int make_current(int, void* context) { return cuda.set_current(context); }

// Numbers of CUdevice_attribute.
enum attribute {
    max_threads_per_block = 1,
    max_block_x = 2,
    max_grid_x = 5,
    warp_size = 10,
    multiprocessors = 16,
    managed_memory = 83,
    major = 75,
    minor = 76,
    shared_per_block_opt_in = 97,
};

int limits(int device, ndw_device_info* info) {
    int failure = 0;
    const auto get = [&](int which) {
        int value = 0;
        if (const int code = driver.device_attribute(&value, which, device)) failure = code;
        return static_cast<std::uint32_t>(std::max(value, 0));
    };
    std::snprintf(info->vendor, sizeof info->vendor, "NVIDIA");
    int version = 0;
    failure = driver.driver_version(&version);
    std::snprintf(info->driver_version, sizeof info->driver_version, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    std::snprintf(info->arch, sizeof info->arch, "sm_%u%u", get(major), get(minor));
    info->compute_units = get(multiprocessors);
    info->sub_group_size = get(warp_size);
    info->preferred_group_size = 256;
    info->max_group_size = get(max_threads_per_block);
    for (int axis = 0; axis < 3; ++axis) {
        info->max_local_range[axis] = get(max_block_x + axis);
        info->max_group_count[axis] = get(max_grid_x + axis);
    }
    info->local_memory_bytes = get(shared_per_block_opt_in);
    info->capabilities = NDW_CAP_FP64 | NDW_CAP_FP16 | NDW_CAP_ATOMIC64 | NDW_CAP_HOST_MEMORY | NDW_CAP_ADDRESSES |
                         NDW_CAP_SUB_GROUPS | NDW_CAP_PROFILING;
    if (get(managed_memory)) info->capabilities |= NDW_CAP_SHARED_MEMORY;
    return failure;
}

int copy_async(void* to, const void* from, std::size_t bytes, void* stream) {
    return cuda.copy(to, from, bytes, stream);
}

int set_strided(void* to, std::size_t pitch, std::uint32_t value, std::size_t rows, void* stream) {
    return cuda.set_2d_32(to, pitch, value, 1, rows, stream);
}

int load(const ndw_module_source& source, void** module, char* log, std::size_t log_bytes) {
    constexpr int error_log = 5, error_log_bytes = 6;  // CUjit_option
    int options[] = {error_log, error_log_bytes};
    void* values[] = {log, reinterpret_cast<void*>(log_bytes)};
    return cuda.load_data(module, source.code, 2, options, values);
}

int allow_shared(void* function, int bytes) {
    constexpr int max_dynamic_shared = 8;  // CUfunction_attribute
    return cuda.set_attribute(function, max_dynamic_shared, bytes);
}

constexpr const char* libraries[] = {"libcuda.so.1", nullptr};

}  // namespace

const vendor this_vendor = {
    .libraries = libraries,
    .advice = "install NVIDIA's driver, version 520 or later",
    .format = NDW_CODE_PTX,
    .cuda_symbols = true,
    .resolve = resolve,
    .describe = describe,
    .status = status,
    .retain = retain,
    .release = release,
    .active = active,
    .make_current = make_current,
    .limits = limits,
    .copy_async = copy_async,
    .set_strided = set_strided,
    .load = load,
    .allow_shared = allow_shared,
};

}  // namespace ndweave::gpu
