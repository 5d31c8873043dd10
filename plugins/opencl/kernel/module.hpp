/// Programs, kernels and launches.
#pragma once

#include <cstdint>

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"
#include "opencl/kernel/arguments.hpp"
#include "opencl/kernel/serialized_grids.hpp"

/// Arguments belong to the cl_kernel: hold the lock from setting them until the launch is enqueued.
struct ndw_kernel {
    ~ndw_kernel();

    std::mutex mutex;
    cl_kernel kernel = nullptr;
    ndweave::opencl::kernel_arguments arguments;
    std::uint64_t svm_generation = 0;  // of the allocations on the kernel's list
    ndweave::opencl::serialized_grids grids;
};

struct ndw_module {
    ~ndw_module();

    ndw_device* device = nullptr;
    cl_program program = nullptr;
    std::mutex mutex;
    std::map<std::string, std::unique_ptr<ndw_kernel>> kernels;
};

namespace ndweave::opencl {

int module_load(ndw_device* device, const ndw_module_source* source, ndw_module** module);
void module_unload(ndw_module* module);
int module_binary(ndw_module* module, void* bytes, std::uint64_t* size);
int kernel_get(ndw_module* module, const char* name, ndw_kernel** kernel, ndw_kernel_info* info);
int launch(ndw_queue* queue, const ndw_launch* launch);

}  // namespace ndweave::opencl
