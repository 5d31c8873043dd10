/// The CUDA driver's part of the common GPU plugin: its differences from HIP. Declarations are our own, after the CUDA
/// Driver API reference; no SDK is needed.
#include "gpu/vendor.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "gpu/driver.hpp"
#include "gpu/error.hpp"

namespace ndweave::gpu {
namespace {

#define NDW_CUDA_CALLS(X)                                                                                              \
    X(error_name, "cuGetErrorName", (int code, const char** text))                                                     \
    X(error_text, "cuGetErrorString", (int code, const char** text))                                                   \
    X(retain, "cuDevicePrimaryCtxRetain", (void** context, int device))                                                \
    X(release, "cuDevicePrimaryCtxRelease_v2", (int device))                                                           \
    X(state, "cuDevicePrimaryCtxGetState", (int device, unsigned* flags, int* active))                                 \
    X(set_current, "cuCtxSetCurrent", (void* context))                                                                 \
    X(copy, "cuMemcpyAsync", (void* to, const void* from, std::size_t bytes, void* stream))                            \
    X(pointer_attribute, "cuPointerGetAttribute", (void* value, int attribute, const void* address))                   \
    X(set_2d_32, "cuMemsetD2D32Async",                                                                                 \
      (void* to, std::size_t pitch, unsigned value, std::size_t width, std::size_t height, void* stream))              \
    X(load_data, "cuModuleLoadDataEx", (void** module, const void*, unsigned count, int* options, void** values))      \
    X(set_attribute, "cuFuncSetAttribute", (void* function, int attribute, int value))                                 \
    X(pool_create, "cuMemPoolCreate", (void** pool, const void* properties))                                           \
    X(pool_destroy, "cuMemPoolDestroy", (void* pool))                                                                  \
    X(pool_attribute, "cuMemPoolSetAttribute", (void* pool, int attribute, void* value))                               \
    X(pool_access, "cuMemPoolSetAccess", (void* pool, const void* descriptions, std::size_t count))                    \
    X(enable_peer, "cuCtxEnablePeerAccess", (void* peer_context, unsigned flags))                                      \
    X(disable_peer, "cuCtxDisablePeerAccess", (void* peer_context))                                                    \
    X(pool_trim, "cuMemPoolTrimTo", (void* pool, std::size_t kept))                                                    \
    X(pool_alloc, "cuMemAllocFromPoolAsync", (void** pointer, std::size_t bytes, void* pool, void* stream))            \
    X(pool_free, "cuMemFreeAsync", (void* pointer, void* stream))                                                      \
    X(create, "cuMemCreate", (void** handle, std::size_t bytes, const void* properties, unsigned long long flags))     \
    X(forget, "cuMemRelease", (void* handle))                                                                          \
    X(export_handle, "cuMemExportToShareableHandle",                                                                   \
      (void* exported, void* handle, int type, unsigned long long flags))                                              \
    X(reserve, "cuMemAddressReserve",                                                                                  \
      (void** address, std::size_t bytes, std::size_t alignment, void* near, unsigned long long flags))                \
    X(free_address, "cuMemAddressFree", (void* address, std::size_t bytes))                                            \
    X(map, "cuMemMap", (void* address, std::size_t bytes, std::size_t offset, void* handle, unsigned long long flags)) \
    X(unmap, "cuMemUnmap", (void* address, std::size_t bytes))                                                         \
    X(set_access, "cuMemSetAccess", (void* address, std::size_t bytes, const void* descriptions, std::size_t count))

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

int retain(int device, void** context) { return cuda.retain(context, device); }
void release(int device) { cuda.release(device); }

bool active(int device) {
    unsigned flags = 0;
    int is_active = 0;
    return cuda.state(device, &flags, &is_active) == 0 && is_active != 0;
}

int make_current(int, void* context) { return cuda.set_current(context); }

int access_peer(int, void* peer_context, bool enable) {
    return enable ? cuda.enable_peer(peer_context, 0) : cuda.disable_peer(peer_context);
}

int identify(int device, ndw_device_info* info) {
    constexpr int major = 75, minor = 76;  // CUdevice_attribute
    int version = 0, capability[2] = {};
    if (const int code = driver.driver_version(&version)) return code;
    if (const int code = driver.device_attribute(&capability[0], major, device)) return code;
    if (const int code = driver.device_attribute(&capability[1], minor, device)) return code;
    std::snprintf(info->vendor, sizeof info->vendor, "NVIDIA");
    std::snprintf(info->driver_version, sizeof info->driver_version, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    std::snprintf(info->arch, sizeof info->arch, "sm_%d%d", capability[0], capability[1]);
    return 0;
}

int copy_async(void* to, const void* from, std::size_t bytes, void* stream) {
    return cuda.copy(to, from, bytes, stream);
}

bool is_pageable(const void* address) {
    constexpr int memory_type = 2;  // CUpointer_attribute
    unsigned type = 0;
    return cuda.pointer_attribute(&type, memory_type, address) != 0;
}

int set_strided(void* to, std::size_t pitch, std::uint32_t value, std::size_t rows, void* stream) {
    return cuda.set_2d_32(to, pitch, value, 1, rows, stream);
}

/// The driver keeps what it makes of PTX. Its linker would give that to core's cache as well, but makes code to be
/// linked, which needs more registers (docs/decisions/117).
int load(int, const ndw_module_source& source, void** module, std::vector<char>*) {
    constexpr int error_log = 5, error_log_bytes = 6;  // CUjit_option
    std::vector<char> log(16384);
    int options[] = {error_log, error_log_bytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    return check_build(cuda.load_data(module, source.code, 2, options, values), log.data());
}

/// CUDA C++ Programming Guide, environment variables.
bool keeps_code() {
    const char* const disabled = std::getenv("CUDA_CACHE_DISABLE");
    return !disabled || std::strcmp(disabled, "1") != 0;
}

int allow_shared(void* function, int bytes) {
    constexpr int max_dynamic_shared = 8;  // CUfunction_attribute
    return cuda.set_attribute(function, max_dynamic_shared, bytes);
}

/// CUmemPoolProps_v1.
struct pool_properties {
    int allocation_type = 1;  // CU_MEM_ALLOCATION_TYPE_PINNED
    int handle_types = 0;
    int location_type = 1;  // CU_MEM_LOCATION_TYPE_DEVICE
    int location_id = 0;
    void* security_attributes = nullptr;
    std::size_t max_size = 0;  // the device's memory
    unsigned char reserved[56] = {};
};
static_assert(sizeof(pool_properties) == 88);

/// CUmemAccessDesc.
struct access_description {
    int location_type = 1;  // CU_MEM_LOCATION_TYPE_DEVICE
    int location_id;
    int flags = 3;  // CU_MEM_ACCESS_FLAGS_PROT_READWRITE
};

/// Gives all devices access to the pool of `device`, without which copies between devices fail. An error if a device
/// cannot access it; the driver then copies memory outside of pools through the host.
int open_to_all_devices(void* pool, int device) {
    constexpr int not_supported = 801;
    int count = 0;
    if (const int code = driver.device_count(&count)) return code;
    for (int peer = 0; peer < count; ++peer) {
        if (peer == device) continue;
        int can = 0;
        if (const int code = driver.can_access_peer(&can, peer, device)) return code;
        if (!can) return not_supported;
        const access_description description{.location_id = peer};
        if (const int code = cuda.pool_access(pool, &description, 1)) return code;
    }
    return 0;
}

int pool_create(int device, std::uint64_t retained, void** pool) {
    constexpr int release_threshold = 4;  // CUmemPool_attribute
    pool_properties properties;
    properties.location_id = device;
    if (const int code = cuda.pool_create(pool, &properties)) return code;
    int code = cuda.pool_attribute(*pool, release_threshold, &retained);
    if (code == 0) code = open_to_all_devices(*pool, device);
    if (code) cuda.pool_destroy(*pool);
    return code;
}

void pool_destroy(void* pool) { cuda.pool_destroy(pool); }
int pool_alloc(void** pointer, std::size_t bytes, void* pool, void* stream) {
    return cuda.pool_alloc(pointer, bytes, pool, stream);
}
int pool_free(void* pointer, void* stream) { return cuda.pool_free(pointer, stream); }
int pool_trim(void* pool) { return cuda.pool_trim(pool, 0); }

/// CUmemAllocationProp.
struct allocation_properties {
    int allocation_type = 1;  // CU_MEM_ALLOCATION_TYPE_PINNED
    int handle_types;
    int location_type = 1;  // CU_MEM_LOCATION_TYPE_DEVICE
    int location_id;
    void* windows_handle = nullptr;
    unsigned char flags[8] = {};
};
static_assert(sizeof(allocation_properties) == 32);

int map_at_own_address(int device, void* handle, std::size_t bytes, void** pointer) {
    const access_description description{.location_id = device};
    if (const int code = cuda.reserve(pointer, bytes, 0, nullptr, 0)) return code;
    if (const int code = cuda.map(*pointer, bytes, 0, handle, 0)) {
        cuda.free_address(*pointer, bytes);
        return code;
    }
    const int code = cuda.set_access(*pointer, bytes, &description, 1);
    if (code) {
        cuda.unmap(*pointer, bytes);
        cuda.free_address(*pointer, bytes);
    }
    return code;
}

int export_memory(int device, std::size_t bytes, void** pointer, int* descriptor) {
    constexpr int file_descriptor = 1;  // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
    const allocation_properties properties{.handle_types = file_descriptor, .location_id = device};
    void* handle = nullptr;
    if (const int code = cuda.create(&handle, bytes, &properties, 0)) return code;
    int code = map_at_own_address(device, handle, bytes, pointer);
    if (code == 0) {
        code = cuda.export_handle(descriptor, handle, file_descriptor, 0);
        if (code) {
            cuda.unmap(*pointer, bytes);
            cuda.free_address(*pointer, bytes);
        }
    }
    cuda.forget(handle);  // the mapping and the descriptor keep the memory
    return code;
}

int free_exported(void* pointer, std::size_t bytes) {
    const int code = cuda.unmap(pointer, bytes);
    cuda.free_address(pointer, bytes);
    return code;
}

constexpr const char* libraries[] = {"libcuda.so.1", nullptr};

}  // namespace

const vendor this_vendor = {
    .admit = nullptr,  // the library itself reports it quickly
    .library_variable = nullptr,
    .libraries = libraries,
    .advice = "install NVIDIA's driver, version 520 or later",
    .format = NDW_CODE_PTX,
    .cuda_symbols = true,
    .resolve = resolve,
    .describe = describe,
    .retain = retain,
    .release = release,
    .active = active,
    .make_current = make_current,
    .access_peer = access_peer,
    .identify = identify,
    // CUdevice_attribute; local memory is what a kernel can get by asking for it.
    .attributes = {.max_group_size = 1,
                   .max_block_x = 2,
                   .max_grid_x = 5,
                   .warp_size = 10,
                   .multiprocessors = 16,
                   .managed_memory = 83,
                   .concurrent_managed = 89,
                   .shared_per_block = 97,
                   .peer_atomics = 3,
                   .clock_khz = 13,
                   .memory_clock_khz = 36,
                   .memory_bus_bits = 37,
                   .l2_cache = 38,
                   .error_correction = 32},
    .keeps_code = keeps_code,
    .copy_async = copy_async,
    .is_pageable = is_pageable,
    .set_strided = set_strided,
    .export_memory = export_memory,
    .free_exported = free_exported,
    .load = load,
    .allow_shared = allow_shared,
    .pool_create = pool_create,
    .pool_destroy = pool_destroy,
    .pool_alloc = pool_alloc,
    .pool_free = pool_free,
    .pool_trim = pool_trim,
};

}  // namespace ndweave::gpu
