/// The entries of struct ndw_plugin, implemented on the common calls. Contracts: ndweave/plugin.h.
#pragma once

#include <cstdint>

#include "ndweave/plugin.h"

namespace ndweave::gpu {

int device_count(std::uint32_t* count);
int device_info(std::uint32_t index, ndw_device_info* info);
int device_open(std::uint32_t index, ndw_device** device);
void device_close(ndw_device* device);
int device_native(ndw_device* device, std::uint32_t what, void** handle);
int device_can_access_peer(std::uint32_t index, std::uint32_t peer, std::uint32_t what, std::uint32_t* can);
int device_access_peer(ndw_device* device, ndw_device* peer, std::uint32_t enable);
/// The driver's number of the plugin's device `index`.
int device_at(std::uint32_t index, int* device);
/// Makes the device's context current for the calling thread.
int enter(const ndw_device* device);

int memory_alloc(ndw_device*, std::uint32_t kind, std::uint64_t bytes, std::uint64_t alignment, void** pointer);
int memory_free(ndw_device* device, void* pointer, std::uint32_t kind);
int copy(ndw_queue* queue, void* to, const void* from, std::uint64_t bytes);
int fill(ndw_queue*, void* to, const void* pattern, std::uint64_t pattern_bytes, std::uint64_t count);
int memory_is_pageable(ndw_device* device, const void* pointer, std::uint32_t* is_pageable);
int memory_export(ndw_device* device, std::uint64_t bytes, void** pointer, std::int32_t* descriptor);
int memory_ipc_handle(ndw_device* device, void* pointer, ndw_ipc_handle* handle);
int memory_ipc_open(ndw_device* device, const ndw_ipc_handle* handle, void** pointer);
int memory_ipc_close(ndw_device* device, void* pointer);
int memory_prefetch(ndw_queue* queue, const void* pointer, std::uint64_t bytes);
int memory_advise(ndw_queue* queue, const void* pointer, std::uint64_t bytes, std::int32_t advice);

int queue_create(ndw_device* device, std::uint32_t flags, ndw_queue** queue);
void queue_destroy(ndw_queue* queue);
int queue_sync(ndw_queue* queue);
int queue_wait_event(ndw_queue* queue, ndw_event* event);
int queue_native(ndw_queue* queue, void** handle);

int module_load(ndw_device* device, const ndw_module_source* source, ndw_module** module);
void module_unload(ndw_module* module);
int module_binary(ndw_module* module, void* bytes, std::uint64_t* size);
int kernel_get(ndw_module* module, const char* name, ndw_kernel** kernel, ndw_kernel_info* info);
int kernel_groups_per_unit(ndw_device* device, ndw_kernel* kernel, std::uint32_t items,
                           std::uint64_t local_memory_bytes, std::uint32_t* groups);
int launch(ndw_queue* queue, const ndw_launch* launch);

int event_record(ndw_queue* queue, ndw_event** event);
int event_record_blocking(ndw_queue* queue, ndw_event** event);
void event_destroy(ndw_event* event);
int event_wait(ndw_event* event, std::uint32_t block);
int event_elapsed(ndw_event* start, ndw_event* end, double* seconds);

int graph_begin(ndw_queue* queue);
int graph_end(ndw_queue* queue, ndw_graph** graph);
int graph_launch(ndw_queue* queue, ndw_graph* graph);
void graph_destroy(ndw_graph* graph);

}  // namespace ndweave::gpu
