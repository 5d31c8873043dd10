/// HIP calls that the CUDA driver has under another name with the same arguments: each is a jump through a slot, which
/// the constructor fills. x86-64 only.
#include <dlfcn.h>

#include "cuda.hpp"

// X(HIP's name, CUDA's name)
#define PASSED_ON(X)                                                                                   \
    X(hipGetDeviceCount, cuDeviceGetCount)                                                             \
    X(hipDeviceGet, cuDeviceGet)                                                                       \
    X(hipDeviceTotalMem, cuDeviceTotalMem_v2)                                                          \
    X(hipDeviceGetPCIBusId, cuDeviceGetPCIBusId)                                                       \
    X(hipDeviceCanAccessPeer, cuDeviceCanAccessPeer)                                                   \
    X(hipMemGetInfo, cuMemGetInfo_v2)                                                                  \
    X(hipMalloc, cuMemAlloc_v2)                                                                        \
    X(hipHostMalloc, cuMemHostAlloc)                                                                   \
    X(hipMallocManaged, cuMemAllocManaged)                                                             \
    X(hipFree, cuMemFree_v2)                                                                           \
    X(hipIpcGetMemHandle, cuIpcGetMemHandle)                                                           \
    X(hipIpcOpenMemHandle, cuIpcOpenMemHandle_v2)                                                      \
    X(hipIpcCloseMemHandle, cuIpcCloseMemHandle)                                                       \
    X(hipHostFree, cuMemFreeHost)                                                                      \
    X(hipMemsetD8Async, cuMemsetD8Async)                                                               \
    X(hipMemsetD16Async, cuMemsetD16Async)                                                             \
    X(hipMemsetD32Async, cuMemsetD32Async)                                                             \
    X(hipMemPrefetchAsync, cuMemPrefetchAsync)                                                         \
    X(hipMemAdvise, cuMemAdvise)                                                                       \
    X(hipStreamCreateWithFlags, cuStreamCreate)                                                        \
    X(hipStreamDestroy, cuStreamDestroy_v2)                                                            \
    X(hipStreamSynchronize, cuStreamSynchronize)                                                       \
    X(hipStreamWaitEvent, cuStreamWaitEvent)                                                           \
    X(hipEventCreateWithFlags, cuEventCreate)                                                          \
    X(hipEventDestroy, cuEventDestroy_v2)                                                              \
    X(hipEventRecord, cuEventRecord)                                                                   \
    X(hipEventQuery, cuEventQuery)                                                                     \
    X(hipEventSynchronize, cuEventSynchronize)                                                         \
    X(hipEventElapsedTime, cuEventElapsedTime)                                                         \
    X(hipModuleUnload, cuModuleUnload)                                                                 \
    X(hipModuleGetFunction, cuModuleGetFunction)                                                       \
    X(hipFuncGetAttribute, cuFuncGetAttribute)                                                         \
    X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessor) \
    X(hipStreamBeginCapture, cuStreamBeginCapture_v2)                                                  \
    X(hipStreamEndCapture, cuStreamEndCapture)                                                         \
    X(hipGraphInstantiateWithFlags, cuGraphInstantiateWithFlags)                                       \
    X(hipGraphLaunch, cuGraphLaunch)                                                                   \
    X(hipGraphDestroy, cuGraphDestroy)                                                                 \
    X(hipGraphExecDestroy, cuGraphExecDestroy)

// clang-format off
#define JUMP(hip, cuda_name)                                       \
    extern "C" {                                                   \
    __attribute__((visibility("hidden"))) void* slot_##hip = nullptr; \
    }                                                              \
    asm(".text\n.globl " #hip "\n.type " #hip ", @function\n" #hip ":\n\tjmp *slot_" #hip "(%rip)\n.size " #hip ", . - " #hip "\n");
// clang-format on
PASSED_ON(JUMP)
#undef JUMP

namespace lookalike {
namespace {

int without_driver() { return no_device; }

__attribute__((constructor)) void fill_slots() {
    void* library = cuda_library();
    const auto find = [library](const char* name) {
        void* symbol = library ? dlsym(library, name) : nullptr;
        return symbol ? symbol : reinterpret_cast<void*>(&without_driver);
    };
#define FILL(hip, cuda_name) slot_##hip = find(#cuda_name);
    PASSED_ON(FILL)
#undef FILL
}

}  // namespace
}  // namespace lookalike
