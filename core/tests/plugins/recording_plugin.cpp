#include "recording_plugin.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

struct ndw_device {};
struct ndw_queue {};
struct ndw_module {};
struct ndw_kernel {};
struct ndw_event {
    double seconds;
};
struct ndw_graph {};

namespace ndweave::testing {
namespace {

recording state;
std::map<const char*, uint64_t> allocations;  // and their bytes; of any device
std::map<void*, uint64_t> mappings;           // memory that may be shared, and its bytes
std::mutex call_mutex;                        // submission threads call, too
std::atomic<bool> is_working = false;
std::atomic<int> work_status = NDW_OK;

template <class T>
int make(T** out, T value = {}) {
    ++state.live;
    *out = new T(value);
    return NDW_OK;
}

template <class T>
void destroy(T* object) {
    --state.live;
    delete object;
}

int call(std::string text) {
    const std::lock_guard lock(call_mutex);
    state.calls.push_back(std::move(text));
    if (!state.failing.empty() && state.calls.back().starts_with(state.failing)) return NDW_DRIVER_ERROR;
    return std::exchange(state.next_status, NDW_OK);
}

int device_count(uint32_t* count) {
    *count = 1;
    return NDW_OK;
}

int device_info(uint32_t, ndw_device_info* info) {
    const uint32_t size = info->struct_size;
    *info = {};
    info->struct_size = size;
    std::strcpy(info->name, "recorder");
    std::strcpy(info->location, state.location.c_str());
    info->is_gpu = state.is_gpu;
    info->capabilities = state.capabilities;
    info->sub_group_size = 32;
    info->max_group_size = 512;
    for (auto& l : info->max_local_range) l = 512;
    for (auto& c : info->max_group_count) c = 65535;
    info->local_memory_bytes = 1 << 16;
    return NDW_OK;
}

int device_open(uint32_t, ndw_device** device) { return make(device); }

int memory_alloc(ndw_device*, uint32_t, uint64_t bytes, uint64_t alignment, void** pointer) {
    if (bytes > (uint64_t{1} << 40)) return NDW_OUT_OF_MEMORY;
    *pointer = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    allocations[static_cast<char*>(*pointer)] = bytes;
    ++state.live;
    return NDW_OK;
}

int memory_free(ndw_device*, void* pointer, uint32_t) {
    --state.live;
    if (const auto mapping = mappings.extract(pointer)) {
        munmap(pointer, mapping.mapped());
    } else {
        allocations.erase(static_cast<char*>(pointer));
        std::free(pointer);
    }
    return NDW_OK;
}

int memory_is_pageable(ndw_device*, const void* pointer, uint32_t* is_pageable) {
    const bool is_own = std::ranges::any_of(
        allocations, [=](const auto& a) { return pointer >= a.first && pointer < a.first + a.second; });
    *is_pageable = state.finds_pageable && !is_own;
    return NDW_OK;
}

int memory_pin(ndw_device*, void*, uint64_t bytes) { return call("pin " + std::to_string(bytes)); }
int memory_unpin(ndw_device*, void*) { return call("unpin"); }

int map(int descriptor, uint64_t bytes, void** pointer) {
    *pointer = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (*pointer == MAP_FAILED) return NDW_OUT_OF_MEMORY;
    mappings[*pointer] = bytes;
    ++state.live;
    return call("map " + std::to_string(bytes));
}

int memory_export(ndw_device*, uint64_t bytes, void** pointer, int32_t* descriptor) {
    *descriptor = memfd_create("exported", 0);
    if (*descriptor < 0 || ftruncate(*descriptor, static_cast<off_t>(bytes)) != 0) return NDW_OUT_OF_MEMORY;
    return map(*descriptor, bytes, pointer);
}

int memory_import(ndw_device*, int32_t descriptor, uint64_t bytes, void** pointer) {
    int32_t other = -1;
    const int status =
        state.imports_wrongly ? memory_export(nullptr, bytes, pointer, &other) : map(descriptor, bytes, pointer);
    if (status) return status;
    if (other >= 0) close(other);
    close(descriptor);
    return NDW_OK;
}

/// As if this process were the other one, too.
int memory_ipc_handle(ndw_device*, void* pointer, ndw_ipc_handle* handle) {
    std::memcpy(handle->bytes, &pointer, sizeof pointer);
    return call("ipc_handle");
}
int memory_ipc_open(ndw_device*, const ndw_ipc_handle* handle, void** pointer) {
    std::memcpy(pointer, handle->bytes, sizeof *pointer);
    return call("ipc_open");
}
int memory_ipc_close(ndw_device*, void*) { return call("ipc_close"); }

int copy(ndw_queue*, void* to, const void* from, uint64_t bytes) {
    std::memcpy(to, from, bytes);
    return call("copy " + std::to_string(bytes));
}

int fill(ndw_queue*, void* to, const void* pattern, uint64_t size, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i) std::memcpy(static_cast<char*>(to) + i * size, pattern, size);
    return call("fill " + std::to_string(size) + "x" + std::to_string(count));
}

int memory_prefetch(ndw_queue*, const void*, uint64_t bytes) { return call("prefetch " + std::to_string(bytes)); }
int memory_advise(ndw_queue*, const void*, uint64_t bytes, int32_t advice) {
    return call("advise " + std::to_string(bytes) + " " + std::to_string(advice));
}

int queue_native(ndw_queue* queue, void** handle) {
    *handle = queue;
    return call("queue_native");
}
int device_native(ndw_device* device, uint32_t what, void** handle) {
    if (what == NDW_NATIVE_CONTEXT) return NDW_UNSUPPORTED;
    *handle = device;
    return call("device_native");
}
int memory_native(ndw_device*, const void* pointer, void** handle, uint64_t* offset) {
    *handle = const_cast<void*>(pointer);
    *offset = 40;
    return call("memory_native");
}
int device_can_access_peer(uint32_t index, uint32_t peer, uint32_t what, uint32_t* can) {
    *can = what == NDW_PEER_ACCESS;
    return call("can_access_peer " + std::to_string(index) + " " + std::to_string(peer));
}
int device_access_peer(ndw_device*, ndw_device*, uint32_t enable) {
    return call("access_peer " + std::to_string(enable));
}

int queue_create(ndw_device*, uint32_t, ndw_queue** queue) { return make(queue); }
int queue_sync(ndw_queue*) { return call("sync"); }
int queue_wait_event(ndw_queue*, ndw_event*) { return call("wait_event"); }
int module_load(ndw_device*, const ndw_module_source* source, ndw_module** module) {
    const bool is_binary = source->format == NDW_CODE_BINARY;
    state.calls.push_back(is_binary ? "load binary" : "load");
    if (is_binary && std::string(static_cast<const char*>(source->code), source->size) != state.binary)
        return NDW_BUILD_FAILED;
    return make(module);
}

int module_binary(ndw_module*, void* bytes, uint64_t* size) {
    if (state.binary.empty()) return NDW_UNSUPPORTED;
    *size = state.binary.size();
    if (bytes) std::memcpy(bytes, state.binary.data(), state.binary.size());
    return NDW_OK;
}

int kernel_get(ndw_module*, const char*, ndw_kernel** kernel, ndw_kernel_info*) {
    static ndw_kernel only;
    *kernel = &only;
    return NDW_OK;
}

int launch(ndw_queue*, const ndw_launch* l) {
    state.launches.push_back(*l);
    state.arguments.emplace_back(l->arguments, l->arguments + l->argument_count);
    return call("launch");
}

int event_record(ndw_queue*, ndw_event** event) { return make(event, ndw_event{state.clock}); }
int event_record_blocking(ndw_queue*, ndw_event** event) {
    const int status = call("record_blocking");
    return status ? status : make(event, ndw_event{state.clock});
}
int event_wait(ndw_event*, uint32_t block) {
    if (!block && is_working) return NDW_NOT_READY;
    is_working.wait(true);
    return work_status;
}
int event_elapsed(ndw_event* start, ndw_event* end, double* seconds) {
    *seconds = static_cast<float>(end->seconds - start->seconds);  // as coarse as CUDA's
    return NDW_OK;
}

int graph_begin(ndw_queue*) { return call("graph_begin"); }
int graph_end(ndw_queue*, ndw_graph** graph) {
    const int status = call("graph_end");
    return status ? status : make(graph);
}
int graph_launch(ndw_queue*, ndw_graph*) { return call("graph_launch"); }

uint64_t last_error(char* text, uint64_t size) {
    const std::string error = "the recorder was told to fail, " + std::string(300, '.') + " and says so at length";
    if (size > 0) text[error.copy(text, size - 1)] = '\0';
    return error.size() + 1;
}

}  // namespace

recording& recorded() { return state; }
void begin_work() { is_working = true; }

void end_work(int status) {
    work_status = status;
    is_working = false;
    is_working.notify_all();
}

void reset() { state = {}; }

ndw_plugin recording_plugin() {
    ndw_plugin p{};
    p.abi_version = NDW_PLUGIN_ABI_VERSION;
    p.struct_size = sizeof p;
    p.backend = "recorder";
    p.device_count = device_count;
    p.device_info = device_info;
    p.device_open = device_open;
    p.device_close = destroy<ndw_device>;
    p.memory_alloc = memory_alloc;
    p.memory_free = memory_free;
    p.copy = copy;
    p.fill = fill;
    p.queue_create = queue_create;
    p.queue_destroy = destroy<ndw_queue>;
    p.queue_sync = queue_sync;
    p.queue_wait_event = queue_wait_event;
    p.module_load = module_load;
    p.module_unload = destroy<ndw_module>;
    p.module_binary = module_binary;
    p.kernel_get = kernel_get;
    p.launch = launch;
    p.event_record = event_record;
    p.event_destroy = destroy<ndw_event>;
    p.event_wait = event_wait;
    p.event_elapsed = event_elapsed;
    p.graph_begin = graph_begin;
    p.graph_end = graph_end;
    p.graph_launch = graph_launch;
    p.graph_destroy = destroy<ndw_graph>;
    p.last_error = last_error;
    p.event_record_blocking = event_record_blocking;
    p.memory_prefetch = memory_prefetch;
    p.memory_advise = memory_advise;
    p.queue_native = queue_native;
    p.device_native = device_native;
    p.memory_native = memory_native;
    p.device_can_access_peer = device_can_access_peer;
    p.device_access_peer = device_access_peer;
    p.memory_is_pageable = memory_is_pageable;
    p.memory_pin = memory_pin;
    p.memory_unpin = memory_unpin;
    p.memory_export = memory_export;
    p.memory_import = memory_import;
    p.memory_ipc_handle = memory_ipc_handle;
    p.memory_ipc_open = memory_ipc_open;
    p.memory_ipc_close = memory_ipc_close;
    return p;
}

}  // namespace ndweave::testing
