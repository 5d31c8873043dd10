/// The driver calls that CUDA and HIP have in common: one table for two vendors. CUDA's device pointers are 64-bit
/// integers and HIP's are void*, which are passed alike; every handle is opaque here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::gpu {

/// CUipcMemHandle and hipIpcMemHandle_t, which calls take by value.
struct ipc_handle {
    char bytes[64];
};

/// NDW_GPU_CALLS(X) gives X(name, CUDA symbol, HIP symbol, parameters) for each call that the plugin needs; all return
/// int. CUDA's are the symbols of the library, whose signatures never change; where a header of CUDA 13 renames such a
/// call (cuMemPrefetchAsync to cuMemPrefetchAsync_v2, with a location instead of a device), the old one stays.
#define NDW_GPU_CALLS(X)                                                                                              \
    X(initialise, "cuInit", "hipInit", (unsigned flags))                                                              \
    X(driver_version, "cuDriverGetVersion", "hipDriverGetVersion", (int* version))                                    \
    X(device_count, "cuDeviceGetCount", "hipGetDeviceCount", (int* count))                                            \
    X(device_get, "cuDeviceGet", "hipDeviceGet", (int* device, int ordinal))                                          \
    X(device_name, "cuDeviceGetName", "hipDeviceGetName", (char* name, int bytes, int device))                        \
    X(device_memory, "cuDeviceTotalMem_v2", "hipDeviceTotalMem", (std::size_t* bytes, int device))                    \
    X(device_attribute, "cuDeviceGetAttribute", "hipDeviceGetAttribute", (int* value, int attribute, int device))     \
    X(device_location, "cuDeviceGetPCIBusId", "hipDeviceGetPCIBusId", (char* text, int bytes, int device))            \
    X(can_access_peer, "cuDeviceCanAccessPeer", "hipDeviceCanAccessPeer", (int* can, int device, int peer))           \
    X(peer_attribute, "cuDeviceGetP2PAttribute", "hipDeviceGetP2PAttribute",                                          \
      (int* value, int attribute, int device, int peer))                                                              \
    X(memory_info, "cuMemGetInfo_v2", "hipMemGetInfo", (std::size_t* free, std::size_t* total))                       \
    X(alloc_device, "cuMemAlloc_v2", "hipMalloc", (void** pointer, std::size_t bytes))                                \
    X(alloc_host, "cuMemHostAlloc", "hipHostMalloc", (void** pointer, std::size_t bytes, unsigned flags))             \
    X(alloc_managed, "cuMemAllocManaged", "hipMallocManaged", (void** pointer, std::size_t bytes, unsigned flags))    \
    X(free_device, "cuMemFree_v2", "hipFree", (void* pointer))                                                        \
    X(ipc_get, "cuIpcGetMemHandle", "hipIpcGetMemHandle", (ipc_handle * handle, void* pointer))                       \
    X(ipc_open, "cuIpcOpenMemHandle_v2", "hipIpcOpenMemHandle", (void** pointer, ipc_handle, unsigned flags))         \
    X(ipc_close, "cuIpcCloseMemHandle", "hipIpcCloseMemHandle", (void* pointer))                                      \
    X(free_host, "cuMemFreeHost", "hipHostFree", (void* pointer))                                                     \
    X(set_8, "cuMemsetD8Async", "hipMemsetD8Async", (void* to, std::uint8_t, std::size_t count, void* stream))        \
    X(set_16, "cuMemsetD16Async", "hipMemsetD16Async", (void* to, std::uint16_t, std::size_t count, void* stream))    \
    X(set_32, "cuMemsetD32Async", "hipMemsetD32Async", (void* to, std::uint32_t, std::size_t count, void* stream))    \
    X(prefetch, "cuMemPrefetchAsync", "hipMemPrefetchAsync",                                                          \
      (const void* memory, std::size_t bytes, int device, void* stream))                                              \
    X(advise, "cuMemAdvise", "hipMemAdvise", (const void* memory, std::size_t bytes, int advice, int device))         \
    X(stream_create, "cuStreamCreate", "hipStreamCreateWithFlags", (void** stream, unsigned flags))                   \
    X(stream_destroy, "cuStreamDestroy_v2", "hipStreamDestroy", (void* stream))                                       \
    X(stream_sync, "cuStreamSynchronize", "hipStreamSynchronize", (void* stream))                                     \
    X(stream_wait, "cuStreamWaitEvent", "hipStreamWaitEvent", (void* stream, void* event, unsigned flags))            \
    X(event_create, "cuEventCreate", "hipEventCreateWithFlags", (void** event, unsigned flags))                       \
    X(event_destroy, "cuEventDestroy_v2", "hipEventDestroy", (void* event))                                           \
    X(event_record, "cuEventRecord", "hipEventRecord", (void* event, void* stream))                                   \
    X(event_query, "cuEventQuery", "hipEventQuery", (void* event))                                                    \
    X(event_sync, "cuEventSynchronize", "hipEventSynchronize", (void* event))                                         \
    X(event_elapsed, "cuEventElapsedTime", "hipEventElapsedTime", (float* milliseconds, void* start, void* end))      \
    X(module_unload, "cuModuleUnload", "hipModuleUnload", (void* module))                                             \
    X(module_function, "cuModuleGetFunction", "hipModuleGetFunction", (void** function, void* module, const char*))   \
    X(function_attribute, "cuFuncGetAttribute", "hipFuncGetAttribute", (int* value, int attribute, void* function))   \
    X(active_blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                                                   \
      "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor",                                                           \
      (int* groups, void* function, int items, std::size_t dynamic_shared))                                           \
    X(launch, "cuLaunchKernel", "hipModuleLaunchKernel",                                                              \
      (void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, \
       void* stream, void** arguments, void** extra))                                                                 \
    X(capture_begin, "cuStreamBeginCapture_v2", "hipStreamBeginCapture", (void* stream, int mode))                    \
    X(capture_end, "cuStreamEndCapture", "hipStreamEndCapture", (void* stream, void** graph))                         \
    X(graph_instantiate, "cuGraphInstantiateWithFlags", "hipGraphInstantiateWithFlags",                               \
      (void** executable, void* graph, unsigned long long flags))                                                     \
    X(graph_launch, "cuGraphLaunch", "hipGraphLaunch", (void* executable, void* stream))                              \
    X(graph_destroy, "cuGraphDestroy", "hipGraphDestroy", (void* graph))                                              \
    X(executable_destroy, "cuGraphExecDestroy", "hipGraphExecDestroy", (void* executable))

/// Flags with the same numbers for both vendors.
constexpr unsigned stream_non_blocking = 1;
constexpr unsigned event_default = 0;
constexpr unsigned event_blocking_sync = 1;
constexpr unsigned event_disable_timing = 2;
constexpr unsigned managed_attach_global = 1;
constexpr unsigned ipc_enable_peer_access = 1;
constexpr int capture_relaxed = 2;  // the capturing thread may load modules and allocate during the capture

// Function attributes, CUfunction_attribute and hipFunction_attribute.
constexpr int attribute_max_threads = 0;
constexpr int attribute_shared_bytes = 1;
constexpr int attribute_local_bytes = 3;
constexpr int attribute_registers = 4;

struct calls {
#define NDW_GPU_MEMBER(name, cuda, hip, parameters) int(*name) parameters = nullptr;
    NDW_GPU_CALLS(NDW_GPU_MEMBER)
#undef NDW_GPU_MEMBER
};

}  // namespace ndweave::gpu
