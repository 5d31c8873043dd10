/// Devices of every installed platform, numbered through.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>

#include "ndweave/plugin.h"
#include "opencl/allocations.hpp"
#include "opencl/driver.hpp"

struct ndw_device {
    cl_device_id id;
    cl_context context;
    std::uint64_t memory_bytes;
    bool is_cpu;            // its memory is the host's
    bool svm;               // coarse-grained buffers at least
    bool fine_grained;      // SVM that host and device reach at once
    bool correct_division;  // -cl-fp32-correctly-rounded-divide-sqrt is understood
    ndweave::opencl::allocations memory;
    std::mutex svm_mutex;  // NVIDIA's clSVMAlloc finds no memory while another thread is in it
    std::mutex queues_mutex;
    std::set<ndw_queue*> queues;
};

namespace ndweave::opencl {

int device_count(std::uint32_t* count);
int device_info(std::uint32_t index, ndw_device_info* info);
int device_open(std::uint32_t index, ndw_device** device);
void device_close(ndw_device* device);

}  // namespace ndweave::opencl
