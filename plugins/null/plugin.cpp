/// The null device: accepts every kernel and runs none. Memory is the host's, and copies and fills are real, so that
/// the control flow and overhead of the runtime and the harness can be tested on any machine.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>

#include "ndweave/plugin.h"

struct ndw_device {};
struct ndw_queue {
    uint32_t flags;
};
struct ndw_module {};
struct ndw_kernel {};
struct ndw_event {
    std::chrono::steady_clock::time_point time;
};

namespace {

thread_local const char* error_text = "";

int fail(int status, const char* text) {
    error_text = text;
    return status;
}

template <class T>
int make(T** out) {
    *out = new (std::nothrow) T();
    return *out ? NDW_OK : fail(NDW_OUT_OF_MEMORY, "out of host memory");
}

uint64_t physical_memory() {
    return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

int device_count(uint32_t* count) {
    *count = 1;
    return NDW_OK;
}

int device_info(uint32_t index, ndw_device_info* info) {
    if (index != 0) return fail(NDW_NO_DEVICE, "there is one null device, number 0");
    ndw_device_info i{};
    i.struct_size = info->struct_size;
    i.code_format = NDW_CODE_NONE;
    std::strcpy(i.name, "null device");
    std::strcpy(i.vendor, "ndweave");
    std::strcpy(i.driver_version, "1");
    i.capabilities = NDW_CAP_FP64 | NDW_CAP_FP16 | NDW_CAP_ATOMIC64 | NDW_CAP_HOST_MEMORY | NDW_CAP_SHARED_MEMORY |
                     NDW_CAP_ADDRESSES | NDW_CAP_SUB_GROUPS | NDW_CAP_PROFILING;
    i.compute_units = 1;
    i.sub_group_size = 32;
    i.max_group_size = 1024;
    std::fill_n(i.max_local_range, 3, 1024u);
    std::fill_n(i.max_group_count, 3, UINT64_MAX);
    i.sub_group_sizes = (1u << 11) - 1;
    i.local_memory_bytes = 64 * 1024;
    i.global_memory_bytes = i.free_memory_bytes = i.max_allocation_bytes = physical_memory();
    std::memcpy(info, &i, std::min<size_t>(info->struct_size, sizeof i));
    return NDW_OK;
}

int device_native(ndw_device* device, uint32_t what, void** handle) {
    if (what != NDW_NATIVE_DEVICE) return fail(NDW_UNSUPPORTED, "null devices have no contexts");
    *handle = device;
    return NDW_OK;
}

int device_open(uint32_t, ndw_device** device) { return make(device); }
void device_close(ndw_device* device) { delete device; }

int memory_alloc(ndw_device*, uint32_t, uint64_t bytes, uint64_t alignment, void** pointer) {
    if (bytes > physical_memory()) return fail(NDW_OUT_OF_MEMORY, "more than the machine's memory");
    const uint64_t aligned = std::max<uint64_t>(alignment, 64);
    *pointer = std::aligned_alloc(aligned, (bytes + aligned - 1) / aligned * aligned);
    return *pointer ? NDW_OK : fail(NDW_OUT_OF_MEMORY, "out of host memory");
}

int memory_free(ndw_device*, void* pointer, uint32_t) {
    std::free(pointer);
    return NDW_OK;
}

int copy(ndw_queue*, void* to, const void* from, uint64_t bytes) {
    std::memcpy(to, from, bytes);
    return NDW_OK;
}

int fill(ndw_queue*, void* to, const void* pattern, uint64_t pattern_bytes, uint64_t count) {
    auto* bytes = static_cast<unsigned char*>(to);
    for (uint64_t i = 0; i < count; ++i) std::memcpy(bytes + i * pattern_bytes, pattern, pattern_bytes);
    return NDW_OK;
}

int memory_prefetch(ndw_queue*, const void*, uint64_t) { return NDW_OK; }
int memory_advise(ndw_queue*, const void*, uint64_t, int32_t) { return NDW_OK; }

int queue_create(ndw_device*, uint32_t flags, ndw_queue** queue) {
    const int status = make(queue);
    if (status == NDW_OK) (*queue)->flags = flags;
    return status;
}

void queue_destroy(ndw_queue* queue) { delete queue; }
int queue_sync(ndw_queue*) { return NDW_OK; }
int queue_wait_event(ndw_queue*, ndw_event*) { return NDW_OK; }
int queue_native(ndw_queue* queue, void** handle) {
    *handle = queue;
    return NDW_OK;
}

int module_load(ndw_device*, const ndw_module_source*, ndw_module** module) { return make(module); }
void module_unload(ndw_module* module) { delete module; }

int kernel_get(ndw_module*, const char*, ndw_kernel** kernel, ndw_kernel_info*) {
    static ndw_kernel every_kernel;
    *kernel = &every_kernel;
    return NDW_OK;
}

int launch(ndw_queue*, const ndw_launch*) { return NDW_OK; }

int event_record(ndw_queue*, ndw_event** event) {
    const int status = make(event);
    if (status == NDW_OK) (*event)->time = std::chrono::steady_clock::now();
    return status;
}

void event_destroy(ndw_event* event) { delete event; }
int event_wait(ndw_event*, uint32_t) { return NDW_OK; }

int event_elapsed(ndw_event* start, ndw_event* end, double* seconds) {
    *seconds = std::chrono::duration<double>(end->time - start->time).count();
    return NDW_OK;
}

uint64_t last_error(char* text, uint64_t size) {
    const uint64_t needed = std::strlen(error_text) + 1;
    if (size > 0) {
        const uint64_t taken = std::min(needed, size);
        std::memcpy(text, error_text, taken);
        text[taken - 1] = '\0';
    }
    return needed;
}

}  // namespace

NDW_PLUGIN_EXPORT const ndw_plugin ndweave_plugin = {
    .abi_version = NDW_PLUGIN_ABI_VERSION,
    .struct_size = sizeof(ndw_plugin),
    .backend = "null",
    .description = "accepts every kernel and runs none; memory of the host",
    .device_count = device_count,
    .device_info = device_info,
    .device_open = device_open,
    .device_close = device_close,
    .memory_alloc = memory_alloc,
    .memory_free = memory_free,
    .copy = copy,
    .fill = fill,
    .queue_create = queue_create,
    .queue_destroy = queue_destroy,
    .queue_sync = queue_sync,
    .queue_wait_event = queue_wait_event,
    .module_load = module_load,
    .module_unload = module_unload,
    .module_binary = nullptr,
    .kernel_get = kernel_get,
    .launch = launch,
    .event_record = event_record,
    .event_destroy = event_destroy,
    .event_wait = event_wait,
    .event_elapsed = event_elapsed,
    .graph_begin = nullptr,
    .graph_end = nullptr,
    .graph_launch = nullptr,
    .graph_destroy = nullptr,
    .last_error = last_error,
    .event_record_blocking = event_record,
    .memory_prefetch = memory_prefetch,
    .memory_advise = memory_advise,
    .queue_native = queue_native,
    .device_native = device_native,
    .memory_native = nullptr,
    .device_can_access_peer = nullptr,
    .device_access_peer = nullptr,
    .memory_is_pageable = nullptr,
};
