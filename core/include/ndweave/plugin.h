/// The device plugin ABI: the one header that a plugin needs, plain C.
///
/// A plugin is a shared library `ndweave-plugin-<backend>.so` that exports one data symbol,
///
///     const struct ndw_plugin ndweave_plugin = { NDW_PLUGIN_ABI_VERSION, sizeof(struct ndw_plugin), "cuda", … };
///
/// and translates these calls to its driver, which it opens itself with dlopen on the first call of `device_count`:
/// loading the plugin runs no driver code. No C++ type, exception or signal crosses the boundary.
///
/// Rules that hold for every entry:
/// - Returns an ndw_status. After a failure, `last_error` on the same thread gives the text.
/// - Any thread may call any entry at any time, also several at once; core serializes the calls that name one queue.
///   The plugin makes its driver's context current itself.
/// - Core has validated the arguments (ranges against the limits, handles, non-zero sizes) and traces and times calls.
/// - Strings are UTF-8 and null-terminated. Pointers passed in are borrowed for the call unless stated otherwise.
/// - Structs with `struct_size` may grow at the end: the caller sets struct_size to the size that it knows, the callee
///   reads or writes no more than that and treats missing fields as zero.
/// - Entries marked optional may be null; the comment states what core does in that case. All others must be present.
#ifndef NDWEAVE_PLUGIN_H
#define NDWEAVE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised when an entry or a struct changes its meaning; additions at the end only raise struct_size.
#define NDW_PLUGIN_ABI_VERSION 1u

/// Precedes the definition of `ndweave_plugin`.
#ifdef __cplusplus
#define NDW_PLUGIN_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define NDW_PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

enum ndw_status {
    NDW_OK = 0,
    NDW_NOT_READY = 1,      // event_wait without blocking: not reached yet
    NDW_NO_DRIVER = 2,      // the driver library is absent or too old; last_error names it and says what to install
    NDW_NO_DEVICE = 3,      // the driver works and has no such device
    NDW_OUT_OF_MEMORY = 4,  // device, host or driver memory
    NDW_INVALID = 5,        // an argument that the driver rejects
    NDW_UNSUPPORTED = 6,    // the device cannot do this
    NDW_BUILD_FAILED = 7,   // module_load: last_error holds the driver's build log
    NDW_LAUNCH_FAILED = 8,  // rejected at launch, or a fault of an earlier kernel that is reported now
    NDW_DEVICE_LOST = 9,    // the device cannot be used any more in this process
    NDW_DRIVER_ERROR = 10   // anything else; last_error names the driver's function and code
};

/// What `module_load` takes. The numbers are those of the kernel compiler's targets.
enum ndw_code_format {
    NDW_CODE_NONE = 0,      // nothing is compiled: module_load gets no code (null device)
    NDW_CODE_PTX = 2,       // PTX text
    NDW_CODE_OPENCL_C = 3,  // OpenCL C source
    NDW_CODE_HIP_CPP = 4,   // HIP C++ source
    NDW_CODE_CUDA_CPP = 5,  // CUDA C++ source
    NDW_CODE_BINARY = 100   // from module_binary of the same device and driver; of PTX, from ptxas
};

enum ndw_memory_kind {
    NDW_MEMORY_DEVICE = 0,  // the device reads and writes it; the host copies
    NDW_MEMORY_HOST = 1,    // host memory (pinned) that the device can reach at the same address
    NDW_MEMORY_SHARED = 2   // reachable from both sides at one address; consistent at queue_sync and event_wait
};

enum ndw_capability {
    NDW_CAP_FP64 = 1u << 0,
    NDW_CAP_FP16 = 1u << 1,
    NDW_CAP_ATOMIC64 = 1u << 2,       // 64-bit integer atomics
    NDW_CAP_HOST_MEMORY = 1u << 3,    // NDW_MEMORY_HOST can be allocated
    NDW_CAP_SHARED_MEMORY = 1u << 4,  // NDW_MEMORY_SHARED can be allocated
    /// Pointers are device addresses: they may be stored in memory and structures, and kernels may dereference them.
    /// Without it they are handles that only launch arguments of kind NDW_ARGUMENT_POINTER, `copy` and `fill` resolve.
    NDW_CAP_ADDRESSES = 1u << 5,
    NDW_CAP_SUB_GROUPS = 1u << 6,  // the code format has shuffles on this device
    NDW_CAP_PROFILING = 1u << 7,   // event_elapsed works on queues created with NDW_QUEUE_PROFILING
    /// Sub-groups are formed from a work-group's rows along axis 0, not from its linear work-items: core requests
    /// sub-groups of one work-item in work-groups whose rows they would straddle.
    NDW_CAP_SUB_GROUP_ROWS = 1u << 8,
    NDW_CAP_CPU = 1u << 9,  // a CPU of the host
    /// `copy` also takes NDW_MEMORY_DEVICE of the plugin's other devices. Without it core copies through the host.
    NDW_CAP_PEER_COPIES = 1u << 10,
    /// `queue_wait_event` also takes events of the plugin's other devices. Without it core waits for them on the host.
    NDW_CAP_PEER_EVENTS = 1u << 11,
    NDW_CAP_ERROR_CORRECTION = 1u << 12,  // of device memory
    /// What the driver makes of source is there for the processes to come, and `module_load` of it may be called by a
    /// thread of core's: what earlier runs of a program launched is loaded while it does something else.
    NDW_CAP_KEEPS_CODE = 1u << 13
};

struct ndw_device_info {
    uint32_t struct_size;  // set by core
    uint32_t code_format;  // ndw_code_format
    char name[256];        // "NVIDIA H200"
    char vendor[128];
    char driver_version[128];  // part of the key of every cached kernel
    char arch[64];             // in the kernel compiler's form: "sm_90", "gfx90a"; empty if the format has none
    char location[64];         // distinguishes equal devices, such as the PCI address; may be empty
    uint32_t is_gpu;
    uint32_t capabilities;  // ndw_capability
    uint32_t compute_units;
    uint32_t sub_group_size;        // work-items that run as one unit (warp, wave front); 1: none
    uint32_t preferred_group_size;  // if core chooses; 0: core's default
    uint32_t max_group_size;        // work-items
    uint32_t max_local_range[3];    // per hardware axis, 0 fastest
    uint32_t sub_group_sizes;       // bit n: kernels may also request sub-groups of 2^n work-items
    uint64_t max_group_count[3];    // per hardware axis
    uint64_t local_memory_bytes;    // per work-group
    uint64_t global_memory_bytes;
    uint64_t free_memory_bytes;  // at the time of the call; 0: unknown
    uint64_t max_allocation_bytes;
    // For people and programs that ask; 0: unknown.
    uint64_t cache_bytes;  // of the last cache before memory
    uint32_t cache_line_bytes;
    uint32_t clock_mhz;
    uint32_t memory_clock_mhz;
    uint32_t memory_bus_bits;
};

/// Opaque; each plugin defines its own.
struct ndw_device;
struct ndw_queue;
struct ndw_module;
struct ndw_kernel;
struct ndw_event;
struct ndw_graph;

enum ndw_queue_flag {
    NDW_QUEUE_PROFILING = 1u << 0  // events of this queue can be timed
};

enum ndw_module_flag {
    NDW_MODULE_FAST_MATH = 1u << 0  // a source format is built with the driver compiler's fast-math options
};

struct ndw_module_source {
    uint32_t struct_size;
    uint32_t format;   // ndw_code_format: the device's, or NDW_CODE_BINARY
    const void* code;  // text (null-terminated) or bytes; null for NDW_CODE_NONE
    uint64_t size;     // bytes without the terminator
    uint32_t flags;    // ndw_module_flag
    uint32_t reserved;
};

/// The driver's information about a compiled kernel; 0: unknown.
struct ndw_kernel_info {
    uint32_t struct_size;  // set by core
    uint32_t max_group_size;
    uint32_t registers;           // per work-item
    uint32_t private_bytes;       // per work-item, in memory (spills and private arrays)
    uint64_t static_local_bytes;  // per work-group, declared by the code
};

enum ndw_argument_kind {
    NDW_ARGUMENT_VALUE = 1,  // `size` bytes at `data`
    /// `data` is the address of an 8-byte pointer into memory of this device (or of null). Without NDW_CAP_ADDRESSES
    /// the kernel has two parameters for it: the allocation, and a uint64_t, the byte offset into it.
    NDW_ARGUMENT_POINTER = 2,
    NDW_ARGUMENT_LOCAL = 3  // `size` bytes of local memory; `data` is null
};

/// `data` has the alignment of the value's type in the kernel, and is read before `launch` returns.
struct ndw_argument {
    const void* data;
    uint64_t size;
    uint32_t kind;  // ndw_argument_kind
    uint32_t reserved;
};

/// The kernel dereferences no pointers from memory or structures: it accesses the allocations of its pointer arguments
/// only. (If not set, it may access any allocation of the device.)
#define NDW_LAUNCH_DIRECT 1u

/// Hardware axes: 0 is the fastest varying (x).
struct ndw_launch {
    uint32_t struct_size;
    uint32_t argument_count;
    struct ndw_kernel* kernel;
    uint64_t group_count[3];
    uint32_t local_range[3];
    uint32_t flags;  // NDW_LAUNCH_*
    /// Dynamic local memory. Formats that pass it as an argument find the same number in an NDW_ARGUMENT_LOCAL.
    uint64_t local_memory_bytes;
    const struct ndw_argument* arguments;
};

/// An advice of memory_advise that is no number of a driver's: the device accesses little of the memory, and not often;
/// it had better do so where the pages are than move them.
#define NDW_ADVICE_ACCESS_IN_PLACE (-1)

enum ndw_native {
    NDW_NATIVE_DEVICE = 1,  // CUdevice and hipDevice_t, which are numbers; cl_device_id
    NDW_NATIVE_CONTEXT = 2  // CUcontext, cl_context
};

enum ndw_peer {
    NDW_PEER_ACCESS = 1,  // read and write
    NDW_PEER_ATOMICS = 2  // every atomic operation
};

/// Names device memory to other processes; bytes that only the driver reads.
struct ndw_ipc_handle {
    unsigned char bytes[64];
};

struct ndw_plugin {
    uint32_t abi_version;     // NDW_PLUGIN_ABI_VERSION
    uint32_t struct_size;     // sizeof(struct ndw_plugin) as the plugin was compiled
    const char* backend;      // "cuda": what NDWEAVE_DEVICE=cuda:0 names
    const char* description;  // one line for people: which devices it drives through which library

    // Devices. A failed device_count means that the driver cannot be used at all (NDW_NO_DRIVER); it may be called
    // again.
    int (*device_count)(uint32_t* count);
    int (*device_info)(uint32_t index, struct ndw_device_info* info);
    int (*device_open)(uint32_t index, struct ndw_device** device);
    void (*device_close)(struct ndw_device* device);  // after everything created from it has been destroyed

    // Memory. `alignment` is a power of two, at most 4096; the pointer is at least that aligned.
    int (*memory_alloc)(struct ndw_device* device, uint32_t kind, uint64_t bytes, uint64_t alignment, void** pointer);
    int (*memory_free)(struct ndw_device* device, void* pointer, uint32_t kind);
    /// Enqueues a copy. Either side may be ordinary host memory or memory of this device, of any kind; with
    /// NDW_CAP_PEER_COPIES also device memory of another of the plugin's devices. The ranges do not overlap. May return
    /// before the copy is done: the memory stays valid until the queue has executed it.
    int (*copy)(struct ndw_queue* queue, void* to, const void* from, uint64_t bytes);
    /// Enqueues `count` repetitions of the pattern (1, 2, 4, 8 or 16 bytes, read before the call returns) at `to`,
    /// memory of this device aligned to the pattern. Optional: core copies from a filled host buffer.
    int (*fill)(struct ndw_queue* queue, void* to, const void* pattern, uint64_t pattern_bytes, uint64_t count);

    // Queues, in order.
    int (*queue_create)(struct ndw_device* device, uint32_t flags, struct ndw_queue** queue);
    void (*queue_destroy)(struct ndw_queue* queue);  // waits for the enqueued work
    int (*queue_sync)(struct ndw_queue* queue);      // blocks; reports faults of the enqueued work
    /// Work enqueued from now on starts after `event`, which may be of another queue of the same device; with
    /// NDW_CAP_PEER_EVENTS also of another of the plugin's devices.
    int (*queue_wait_event)(struct ndw_queue* queue, struct ndw_event* event);

    // Modules. A kernel lives as long as its module; enqueued launches keep neither alive.
    int (*module_load)(struct ndw_device* device, const struct ndw_module_source* source, struct ndw_module** module);
    void (*module_unload)(struct ndw_module* module);
    /// Returns the driver's binary of the module. With `bytes` null only sets *size; otherwise copies *size bytes, the
    /// number of the first call. Optional: core caches the code that it generated and no binary.
    int (*module_binary)(struct ndw_module* module, void* bytes, uint64_t* size);
    /// `info` may be null.
    int (*kernel_get)(struct ndw_module* module, const char* name, struct ndw_kernel** kernel,
                      struct ndw_kernel_info* info);

    /// Enqueues a kernel.
    int (*launch)(struct ndw_queue* queue, const struct ndw_launch* launch);

    // Events: points in a queue's order. An event may outlive its queue, not its device.
    int (*event_record)(struct ndw_queue* queue, struct ndw_event** event);
    void (*event_destroy)(struct ndw_event* event);
    /// NDW_OK once everything before the event is done; `block` zero: NDW_NOT_READY instead of waiting.
    int (*event_wait)(struct ndw_event* event, uint32_t block);
    /// Seconds from `start` to `end`, both complete and recorded on queues with NDW_QUEUE_PROFILING of one device;
    /// negative when `end` is the earlier one. Optional (see NDW_CAP_PROFILING): core rejects queues with profiling.
    int (*event_elapsed)(struct ndw_event* start, struct ndw_event* end, double* seconds);

    // Graphs, all four optional together: core repeats the plain calls. Between begin and end nothing of the queue
    // runs; what is enqueued there becomes the graph, and graph_launch enqueues all of it at once, any number of times.
    int (*graph_begin)(struct ndw_queue* queue);
    int (*graph_end)(struct ndw_queue* queue, struct ndw_graph** graph);
    int (*graph_launch)(struct ndw_queue* queue, struct ndw_graph* graph);
    void (*graph_destroy)(struct ndw_graph* graph);

    /// Text of this thread's last failure: what failed, on what, the driver's own message, what to do. Lower case, no
    /// newline at the end. Writes at most `size` bytes with the terminator; returns the bytes that the whole text
    /// needs.
    uint64_t (*last_error)(char* text, uint64_t size);

    // What the first release had ends here. All further entries are optional, each by itself.

    /// As event_record, but a thread in a blocking event_wait for this event sleeps until the driver wakes it, and
    /// takes no processor time meanwhile. The wait also ends when the work fails or the device is lost. Optional: core
    /// uses event_record.
    int (*event_record_blocking)(struct ndw_queue* queue, struct ndw_event** event);

    // Hints about NDW_MEMORY_SHARED of this device or, with NDW_CAP_PEER_COPIES, of another of the plugin's devices;
    // the range is within one allocation. A device that has no use for one returns NDW_OK. Optional: core ignores the
    // hint.
    /// Enqueues that the memory is brought to the queue's device ahead of its use.
    int (*memory_prefetch)(struct ndw_queue* queue, const void* pointer, uint64_t bytes);
    /// How the queue's device will use the memory: a number of the driver's (NDW_INVALID for one that it does not
    /// have), NDW_ADVICE_ACCESS_IN_PLACE, or 0, which takes back all advice. May take effect at once, before the
    /// enqueued work.
    int (*memory_advise)(struct ndw_queue* queue, const void* pointer, uint64_t bytes, int32_t advice);

    // The driver's own objects, for programs that call libraries of the vendor. They stay the plugin's. Where a driver
    // has a current device or context of a thread, the first two make it the calling thread's. Optional: core says that
    // there are none.
    /// The driver's stream or queue. Others may enqueue to it from now on: queue_sync and events cover their work, too.
    int (*queue_native)(struct ndw_queue* queue, void** handle);
    /// `what` is an ndw_native; a number is passed in the pointer's place. NDW_UNSUPPORTED: the driver has no such
    /// thing.
    int (*device_native)(struct ndw_device* device, uint32_t what, void** handle);
    /// Without NDW_CAP_ADDRESSES: the driver's memory object that `pointer` is in, and the offset in bytes from its
    /// start. (With it, the pointer is what the driver's calls take.)
    int (*memory_native)(struct ndw_device* device, const void* pointer, void** handle, uint64_t* offset);

    // Kernels of a device and memory of another of the plugin's devices.
    /// Whether device `index` can do `what` (ndw_peer) with memory of device `peer`, another one. Optional: it cannot.
    int (*device_can_access_peer)(uint32_t index, uint32_t peer, uint32_t what, uint32_t* can);
    /// Lets kernels of `device` access memory of `peer`, which they can; with `enable` zero takes that back where the
    /// driver lets it. NDW_OK if it is so already. Optional: what can be accessed is so always.
    int (*device_access_peer)(struct ndw_device* device, struct ndw_device* peer, uint32_t enable);

    // Copies of memory that the driver did not allocate.
    /// Sets *is_pageable to 1 for host memory that the driver copies by way of buffers of its own, which core's threads
    /// do faster; to 0 for any other. Optional: core leaves all copies to the plugin.
    int (*memory_is_pageable)(struct ndw_device* device, const void* pointer, uint32_t* is_pageable);
    /// Until memory_unpin, before which core does not free it, `copy` moves this host memory as fast as NDW_MEMORY_HOST
    /// of its own. `pointer` is a multiple of 4096. Both entries optional together: it stays as it is.
    int (*memory_pin)(struct ndw_device* device, void* pointer, uint64_t bytes);
    int (*memory_unpin)(struct ndw_device* device, void* pointer);
    /// Allocates NDW_MEMORY_DEVICE that another driver can import by the file descriptor, which core closes if nobody
    /// takes it. `bytes` is a multiple of 2 MiB. Optional: core copies through the host.
    int (*memory_export)(struct ndw_device* device, uint64_t bytes, void** pointer, int32_t* descriptor);
    /// The memory of another driver's descriptor, which it takes unless it fails, for `copy` and memory_free as
    /// NDW_MEMORY_DEVICE. Commands of one driver find what the other's have written once core has waited for those.
    /// Optional: core copies through the host.
    int (*memory_import)(struct ndw_device* device, int32_t descriptor, uint64_t bytes, void** pointer);

    /// How many work-groups of `items` work-items with so much dynamic local memory run at once on a compute unit.
    /// Optional: core launches reductions with as many as run of most kernels.
    int (*kernel_groups_per_unit)(struct ndw_device* device, struct ndw_kernel* kernel, uint32_t items,
                                  uint64_t local_memory_bytes, uint32_t* groups);

    // Device memory of other processes of this machine. All three are optional together.
    /// For an allocation of NDW_MEMORY_DEVICE whose alignment was 4096 or more: valid until it is freed.
    int (*memory_ipc_handle)(struct ndw_device* device, void* pointer, struct ndw_ipc_handle* handle);
    /// The memory of another process's handle, of this device or another one: where kernels of `device` access it.
    int (*memory_ipc_open)(struct ndw_device* device, const struct ndw_ipc_handle* handle, void** pointer);
    int (*memory_ipc_close)(struct ndw_device* device, void* pointer);
};

/// The name of the exported symbol.
#define NDW_PLUGIN_SYMBOL "ndweave_plugin"

#ifdef __cplusplus
}
#endif
#endif
