/// What the handles of the plugin ABI are made of.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "gpu/memory_pool.hpp"
#include "gpu/staging.hpp"
#include "ndweave/plugin.h"

struct ndw_device {
    int ordinal;    // the driver's device
    void* context;  // its primary context
    ndweave::gpu::memory_pool pool;
    ndweave::gpu::staging stage;
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
    ndw_kernel* kernels = nullptr;  // every kernel that kernel_get gave, newest first
};

struct ndw_kernel {
    void* function;
    std::uint64_t static_shared;                // bytes
    std::atomic<std::uint64_t> allowed_shared;  // dynamic bytes that a launch may take without asking the driver first
    std::mutex asking;                          // for more of them
    ndw_kernel* next;
};

struct ndw_event {
    ndw_device* device;
    void* handle;
};

struct ndw_graph {
    ndw_device* device;
    void* executable;
};
