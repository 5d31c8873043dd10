/// Devices of all installed platforms, numbered consecutively.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"
#include "opencl/memory/allocations.hpp"
#include "opencl/memory/imports.hpp"
#include "opencl/memory/pins.hpp"

struct ndw_device {
    cl_device_id id;
    cl_context context;
    std::uint64_t memory_bytes;
    bool is_cpu;            // it shares the host's memory
    bool svm;               // coarse-grained buffers at least
    bool fine_grained;      // SVM that host and device access concurrently
    bool migrates;          // SVM can be moved ahead of its use
    bool shares_host;       // its memory is the host's
    bool correct_division;  // -cl-fp32-correctly-rounded-divide-sqrt is supported
    bool serialized_grids;  // launches of one kernel with different grids must not run at once
    ndweave::opencl::allocations memory;
    ndweave::opencl::pins pinned;
    ndweave::opencl::importer imports;
    std::mutex svm_mutex;  // NVIDIA's clSVMAlloc fails while another thread is in it
    std::mutex queues_mutex;
    std::set<ndw_queue*> queues;
};

namespace ndweave::opencl {

int device_count(std::uint32_t* count);
int device_info(std::uint32_t index, ndw_device_info* info);
int device_open(std::uint32_t index, ndw_device** device);
void device_close(ndw_device* device);
int device_native(ndw_device* device, std::uint32_t what, void** handle);

}  // namespace ndweave::opencl
