// A libcuda.so.1 whose device is this process: memory is the host's, kernels do not run. It counts the modules that are
// loaded, each of which takes $STUB_LOAD_MS, and ends the process with 9 where one is loaded after exit has begun to
// destroy it.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_int modules, loading, has_ended;

int stub_modules(void) { return modules; }
int stub_loading(void) { return loading; }

static void end(void) {
    has_ended = 1;
    if (loading) _exit(9);
}

int cuInit(unsigned flags) { return (void)flags, atexit(end); }
int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
int cuDeviceGetCount(int* count) { return *count = 1, 0; }
int cuDeviceGet(int* device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char* name, int bytes, int device) {
    return (void)device, snprintf(name, (size_t)bytes, "stub"), 0;
}
int cuDeviceTotalMem_v2(size_t* bytes, int device) { return (void)device, *bytes = (size_t)1 << 32, 0; }
int cuDeviceGetPCIBusId(char* text, int bytes, int device) {
    return (void)device, snprintf(text, (size_t)bytes, "0000:00:00.0"), 0;
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
    (void)device;
    switch (attribute) {
        case 1:  // threads of a block
        case 2:
        case 3:
            return *value = 1024, 0;
        case 5:  // blocks
        case 6:
        case 7:
            return *value = 65535, 0;
        case 10:
            return *value = 32, 0;  // a warp
        case 75:
            return *value = 9, 0;  // compute capability
        case 97:
            return *value = 49152, 0;
        default:
            return *value = attribute == 76 ? 0 : 1, 0;
    }
}

int cuMemGetInfo_v2(size_t* left, size_t* all) { return *left = *all = (size_t)1 << 32, 0; }
static int allocate(void** pointer, size_t bytes) {
    const size_t alignment = 256;
    return (*pointer = aligned_alloc(alignment, (bytes / alignment + 1) * alignment)) ? 0 : 2;
}
int cuMemAlloc_v2(void** pointer, size_t bytes) { return allocate(pointer, bytes); }
int cuMemHostAlloc(void** pointer, size_t bytes, unsigned flags) { return (void)flags, allocate(pointer, bytes); }
int cuMemAllocManaged(void** pointer, size_t bytes, unsigned flags) { return (void)flags, allocate(pointer, bytes); }
int cuMemAllocFromPoolAsync(void** pointer, size_t bytes, void* pool, void* stream) {
    return (void)pool, (void)stream, allocate(pointer, bytes);
}
int cuMemFree_v2(void* pointer) { return free(pointer), 0; }
int cuMemFreeHost(void* pointer) { return free(pointer), 0; }
int cuMemFreeAsync(void* pointer, void* stream) { return (void)stream, free(pointer), 0; }
int cuMemcpyAsync(void* to, const void* from, size_t bytes, void* stream) {
    return (void)stream, memcpy(to, from, bytes), 0;
}
int cuPointerGetAttribute(void* value, int attribute, const void* pointer) {
    return (void)value, (void)attribute, (void)pointer, 1;
}

// What exists is one byte somewhere.
static char thing;
#define CREATES(name) \
    int name(void** made) { return *made = &thing, 0; }
CREATES(cuStreamCreate)
CREATES(cuEventCreate)
CREATES(cuDevicePrimaryCtxRetain)
CREATES(cuMemPoolCreate)

int cuModuleLoadDataEx(void** module, const void* code) {
    (void)code;
    if (has_ended) _exit(9);
    ++loading;
    const char* milliseconds = getenv("STUB_LOAD_MS");
    const long wait = milliseconds ? atol(milliseconds) : 0;
    nanosleep(&(struct timespec){wait / 1000, wait % 1000 * 1000000}, NULL);
    if (has_ended) _exit(9);
    --loading;
    ++modules;
    return *module = &thing, 0;
}
int cuModuleGetFunction(void** function, void* module, const char* name) { return (void)name, *function = module, 0; }
int cuFuncGetAttribute(int* value, int attribute, void* function) {
    return (void)function, *value = attribute == 0 ? 1024 : 0, 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int items, size_t bytes) {
    return (void)function, (void)items, (void)bytes, *blocks = 1, 0;
}
int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
    return (void)device, *flags = 0, *active = 1, 0;
}
int cuEventElapsedTime(float* milliseconds, void* start, void* stop) {
    return (void)start, (void)stop, *milliseconds = 1, 0;
}
int cuDeviceCanAccessPeer(int* can) { return *can = 0, 0; }
int cuDeviceGetP2PAttribute(int* value) { return *value = 0, 0; }
int cuGetErrorName(int code, const char** text) { return (void)code, *text = "STUB", 0; }
int cuGetErrorString(int code, const char** text) { return (void)code, *text = "not of this stub", 0; }

#define SUCCEEDS(name) \
    int name(void) { return 0; }
SUCCEEDS(cuMemsetD8Async)
SUCCEEDS(cuMemsetD16Async)
SUCCEEDS(cuMemsetD32Async)
SUCCEEDS(cuMemsetD2D32Async)
SUCCEEDS(cuMemPrefetchAsync)
SUCCEEDS(cuMemAdvise)
SUCCEEDS(cuStreamDestroy_v2)
SUCCEEDS(cuStreamSynchronize)
SUCCEEDS(cuStreamWaitEvent)
SUCCEEDS(cuEventDestroy_v2)
SUCCEEDS(cuEventRecord)
SUCCEEDS(cuEventQuery)
SUCCEEDS(cuEventSynchronize)
SUCCEEDS(cuModuleUnload)
SUCCEEDS(cuLaunchKernel)
SUCCEEDS(cuDevicePrimaryCtxRelease_v2)
SUCCEEDS(cuCtxSetCurrent)
SUCCEEDS(cuFuncSetAttribute)
SUCCEEDS(cuMemPoolDestroy)
SUCCEEDS(cuMemPoolSetAttribute)
SUCCEEDS(cuMemPoolSetAccess)
SUCCEEDS(cuMemPoolTrimTo)
SUCCEEDS(cuCtxEnablePeerAccess)
SUCCEEDS(cuCtxDisablePeerAccess)

#define FAILS(name) \
    int name(void) { return 801; }
FAILS(cuStreamBeginCapture_v2)
FAILS(cuStreamEndCapture)
FAILS(cuGraphInstantiateWithFlags)
FAILS(cuGraphLaunch)
FAILS(cuGraphDestroy)
FAILS(cuGraphExecDestroy)
FAILS(cuMemCreate)
FAILS(cuMemRelease)
FAILS(cuMemExportToShareableHandle)
FAILS(cuMemAddressReserve)
FAILS(cuMemAddressFree)
FAILS(cuMemMap)
FAILS(cuMemUnmap)
FAILS(cuMemSetAccess)
FAILS(cuIpcGetMemHandle)
FAILS(cuIpcOpenMemHandle_v2)
FAILS(cuIpcCloseMemHandle)
