/// The definitions of the plugin ABI's handles.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "gpu/event_pool.hpp"
#include "gpu/memory/exports.hpp"
#include "gpu/memory/memory_pool.hpp"
#include "ndweave/plugin.h"

struct ndw_device {
    int ordinal;    // the driver's device
    void* context;  // its primary context
    bool migrates;  // pages of managed memory move on demand, and by hints
    ndweave::gpu::memory_pool pool;
    ndweave::gpu::exports exported;
    ndweave::gpu::event_pool events;
};

struct ndw_queue {
    ndw_device* device;
    void* stream;
    bool profiling;
    bool collecting = false;  // between graph_begin and graph_end
};

struct ndw_module {
    ndw_device* device;
    void* handle;
    std::vector<char> binary;       // for module_binary; may be empty
    std::mutex mutex;               // guards `kernels`
    ndw_kernel* kernels = nullptr;  // all kernels returned by kernel_get, newest first
};

struct ndw_kernel {
    void* function;
    std::uint64_t static_shared;                // bytes
    std::atomic<std::uint64_t> allowed_shared;  // dynamic bytes that a launch may use without a request to the driver
    std::mutex asking;                          // serializes such requests
    /// The last answer of kernel_groups_per_unit, 0 for none: work-items (16 bits), local memory (32), groups (16).
    std::atomic<std::uint64_t> groups_per_unit;
    ndw_kernel* next;
};

struct ndw_event {
    ndw_device* device;
    void* handle;
    unsigned flags;  // the driver's
};

struct ndw_graph {
    ndw_device* device;
    void* executable;
};
