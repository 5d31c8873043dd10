/// HIP's part of the common GPU plugin: its differences from CUDA. Declarations are our own, after ROCm's HIP API
/// reference; no SDK is needed.
#include "gpu/vendor.hpp"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <string>

#include "gpu/driver.hpp"
#include "gpu/error.hpp"
#include "hip/architecture.hpp"
#include "hip/hiprtc.hpp"
#include "hip/instruction_sets.hpp"
#include "hip/machine.hpp"

namespace ndweave::gpu {
namespace {

struct hip_calls {
    void* library = nullptr;
    const char* (*error_name)(int code) = nullptr;
    const char* (*error_text)(int code) = nullptr;
    int (*set_device)(int device) = nullptr;
    int (*enable_peer)(int peer, unsigned flags) = nullptr;
    int (*disable_peer)(int peer) = nullptr;
    int (*properties)(void* properties, int device) = nullptr;
    int (*copy)(void* to, const void* from, std::size_t bytes, int kind, void* stream) = nullptr;
    int (*load_data)(void** module, const void* image) = nullptr;
} hip;

/// Finds the first of two names.
template <class Function>
bool find(void* library, Function& function, const char* name, const char* other = nullptr) {
    void* symbol = dlsym(library, name);
    if (!symbol && other) symbol = dlsym(library, other);
    function = reinterpret_cast<Function>(symbol);
    return symbol != nullptr;
}

const char* resolve(void* library) {
    hip.library = library;
    if (!find(library, hip.error_name, "hipGetErrorName")) return "hipGetErrorName";
    if (!find(library, hip.error_text, "hipGetErrorString")) return "hipGetErrorString";
    if (!find(library, hip.set_device, "hipSetDevice")) return "hipSetDevice";
    if (!find(library, hip.properties, "hipGetDevicePropertiesR0600", "hipGetDeviceProperties")) {
        return "hipGetDeviceProperties";
    }
    if (!find(library, hip.enable_peer, "hipDeviceEnablePeerAccess")) return "hipDeviceEnablePeerAccess";
    if (!find(library, hip.disable_peer, "hipDeviceDisablePeerAccess")) return "hipDeviceDisablePeerAccess";
    if (!find(library, hip.copy, "hipMemcpyAsync")) return "hipMemcpyAsync";
    if (!find(library, hip.load_data, "hipModuleLoadData")) return "hipModuleLoadData";
    return nullptr;
}

void describe(int code, char* text, std::size_t bytes) {
    const char* name = hip.error_name(code);
    const char* words = hip.error_text(code);
    std::snprintf(text, bytes, "%s (%d): %s", name ? name : "unknown error", code, words ? words : "no text");
}

constexpr int max_devices = 256;
std::array<std::atomic<unsigned>, max_devices> open_devices;  // by ordinal: how often retained

int retain(int device, void** context) {
    *context = nullptr;  // HIP has no contexts: its calls use the thread's device
    if (const int code = hip.set_device(device)) return code;
    if (device < max_devices) ++open_devices[static_cast<std::size_t>(device)];
    return 0;
}

void release(int device) {
    if (device < max_devices) --open_devices[static_cast<std::size_t>(device)];
}

bool active(int device) { return device < max_devices && open_devices[static_cast<std::size_t>(device)] > 0; }

int make_current(int device, void*) { return hip.set_device(device); }

int access_peer(int peer, void*, bool enable) { return enable ? hip.enable_peer(peer, 0) : hip.disable_peer(peer); }

/// Empty if the driver does not tell.
std::string architecture_of(int device) {
    alignas(16) std::array<char, 16384> properties{};  // the structure has 792 bytes in ROCm 5, 1472 in ROCm 6
    if (hip.properties(properties.data(), device)) return {};
    return hip::architecture_in({properties.data(), properties.size()});
}

int identify(int device, ndw_device_info* info) {
    int version = 0;  // 10,000,000 major + 100,000 minor + patch
    if (const int code = driver.driver_version(&version)) return code;
    std::snprintf(info->vendor, sizeof info->vendor, "AMD");
    std::snprintf(info->driver_version, sizeof info->driver_version, "HIP %d.%d.%d", version / 10000000,
                  version / 100000 % 100, version % 100000);
    std::snprintf(info->arch, sizeof info->arch, "%s", architecture_of(device).c_str());
    return 0;
}

int copy_async(void* to, const void* from, std::size_t bytes, void* stream) {
    constexpr int by_address = 4;  // hipMemcpyDefault
    return hip.copy(to, from, bytes, by_address, stream);
}

int compile(int device, const ndw_module_source& source, std::vector<char>* code_object) {
    const std::string architecture = architecture_of(device);
    if (architecture.empty()) return fail(NDW_UNSUPPORTED, "the driver does not say which architecture the device has");
    if (const int status = hip::check_architecture(hip.library, architecture)) return status;
    const auto* text = static_cast<const char*>(source.code);
    return hip::compile(hip.library, text, architecture, (source.flags & NDW_MODULE_FAST_MATH) != 0, *code_object);
}

int load(int device, const ndw_module_source& source, void** module, std::vector<char>* code_object) {
    if (source.format == NDW_CODE_BINARY) {
        const auto* bytes = static_cast<const char*>(source.code);
        code_object->assign(bytes, bytes + source.size);
    } else if (const int status = compile(device, source, code_object)) {
        return status;
    }
    return check_build(hip.load_data(module, code_object->data()), "");
}

/// All of the reported local memory is available without a request.
int allow_shared(void*, int) { return 0; }

constexpr const char* libraries[] = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                                     "/opt/rocm/lib/libamdhip64.so", nullptr};

}  // namespace

const vendor this_vendor = {
    .admit = hip::admit,
    .library_variable = "NDWEAVE_HIP_LIBRARY",
    .libraries = libraries,
    .advice =
        "install ROCm's HIP runtime, version 5.2 or later (Debian: libamdhip64-5), or name its libamdhip64.so in "
        "NDWEAVE_HIP_LIBRARY",
    .format = NDW_CODE_HIP_CPP,
    .cuda_symbols = false,
    .resolve = resolve,
    .describe = describe,
    .retain = retain,
    .release = release,
    .active = active,
    .make_current = make_current,
    .access_peer = access_peer,
    .identify = identify,
    // hipDeviceAttribute_t, alike in ROCm 5 and 6.
    .attributes = {.max_group_size = 56,
                   .max_block_x = 26,
                   .max_grid_x = 29,
                   .warp_size = 87,
                   .multiprocessors = 63,
                   .managed_memory = 24,
                   .concurrent_managed = 9,
                   .shared_per_block = 74,
                   .peer_atomics = 2,
                   .clock_khz = 5,
                   .memory_clock_khz = 60,
                   .memory_bus_bits = 59,
                   .l2_cache = 19,
                   .error_correction = 0},
    .keeps_code = nullptr,
    .copy_async = copy_async,
    .is_pageable = nullptr,  // HIP's own path is not known to be slow
    .set_strided = nullptr,  // hipMemset2DAsync sets bytes only
    .export_memory = nullptr,
    .free_exported = nullptr,
    .load = load,
    .allow_shared = allow_shared,
    .pool_create = nullptr,  // hipMallocAsync came with ROCm 5.3
    .pool_destroy = nullptr,
    .pool_alloc = nullptr,
    .pool_free = nullptr,
    .pool_trim = nullptr,
};

}  // namespace ndweave::gpu
