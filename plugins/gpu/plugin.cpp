#include "ndweave/plugin.h"

#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "plugin_names.hpp"

using namespace ndweave;

NDW_PLUGIN_EXPORT const ndw_plugin ndweave_plugin = {
    .abi_version = NDW_PLUGIN_ABI_VERSION,
    .struct_size = sizeof(ndw_plugin),
    .backend = NDW_GPU_BACKEND,
    .description = NDW_GPU_DESCRIPTION,
    .device_count = gpu::device_count,
    .device_info = gpu::device_info,
    .device_open = gpu::device_open,
    .device_close = gpu::device_close,
    .memory_alloc = gpu::memory_alloc,
    .memory_free = gpu::memory_free,
    .copy = gpu::copy,
    .fill = gpu::fill,
    .queue_create = gpu::queue_create,
    .queue_destroy = gpu::queue_destroy,
    .queue_sync = gpu::queue_sync,
    .queue_wait_event = gpu::queue_wait_event,
    .module_load = gpu::module_load,
    .module_unload = gpu::module_unload,
    .module_binary = NDW_GPU_MODULE_BINARY,
    .kernel_get = gpu::kernel_get,
    .launch = gpu::launch,
    .event_record = gpu::event_record,
    .event_destroy = gpu::event_destroy,
    .event_wait = gpu::event_wait,
    .event_elapsed = gpu::event_elapsed,
    .graph_begin = gpu::graph_begin,
    .graph_end = gpu::graph_end,
    .graph_launch = gpu::graph_launch,
    .graph_destroy = gpu::graph_destroy,
    .last_error = gpu::last_error,
    .event_record_blocking = gpu::event_record_blocking,
    .memory_prefetch = gpu::memory_prefetch,
    .memory_advise = gpu::memory_advise,
    .queue_native = gpu::queue_native,
    .device_native = gpu::device_native,
    .memory_native = nullptr,
    .device_can_access_peer = gpu::device_can_access_peer,
    .device_access_peer = gpu::device_access_peer,
    .memory_is_pageable = gpu::memory_is_pageable,
    .memory_pin = nullptr,
    .memory_unpin = nullptr,
    .memory_export = gpu::memory_export,
    .memory_import = nullptr,
    .kernel_groups_per_unit = gpu::kernel_groups_per_unit,
};
