/// OpenCL 1.2 and later through the ICD loader: every device of every installed platform.
#include "ndweave/plugin.h"

#include "opencl/device/device.hpp"
#include "opencl/error.hpp"
#include "opencl/event.hpp"
#include "opencl/kernel/module.hpp"
#include "opencl/memory/memory.hpp"
#include "opencl/queue.hpp"

using namespace ndweave::opencl;

NDW_PLUGIN_EXPORT const ndw_plugin ndweave_plugin = {
    .abi_version = NDW_PLUGIN_ABI_VERSION,
    .struct_size = sizeof(ndw_plugin),
    .backend = "opencl",
    .description = "every OpenCL device, through libOpenCL.so.1",
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
    .module_binary = module_binary,
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
    .event_record_blocking = event_record_blocking,
    .memory_prefetch = memory_prefetch,
    .memory_advise = nullptr,
    .queue_native = queue_native,
    .device_native = device_native,
    .memory_native = memory_native,
    .device_can_access_peer = nullptr,
    .device_access_peer = nullptr,
    .memory_is_pageable = memory_is_pageable,
    .memory_pin = memory_pin,
    .memory_unpin = memory_unpin,
    .memory_export = nullptr,
    .memory_import = memory_import,
    .kernel_groups_per_unit = nullptr,
    .memory_ipc_handle = nullptr,
    .memory_ipc_open = nullptr,
    .memory_ipc_close = nullptr,
};
