/// Memory: SVM if the device has it, else cl_mem objects with reserved addresses.
#pragma once

#include <cstdint>

#include "ndweave/plugin.h"

namespace ndweave::opencl {

int memory_alloc(ndw_device* device, std::uint32_t kind, std::uint64_t bytes, std::uint64_t alignment, void** pointer);
int memory_free(ndw_device* device, void* pointer, std::uint32_t kind);
int copy(ndw_queue* queue, void* to, const void* from, std::uint64_t bytes);
int fill(ndw_queue* queue, void* to, const void* pattern, std::uint64_t pattern_bytes, std::uint64_t count);
int memory_native(ndw_device* device, const void* pointer, void** handle, std::uint64_t* offset);
int memory_is_pageable(ndw_device* device, const void* pointer, std::uint32_t* is_pageable);
int memory_pin(ndw_device* device, void* pointer, std::uint64_t bytes);
int memory_unpin(ndw_device* device, void* pointer);
int memory_import(ndw_device* device, std::int32_t descriptor, std::uint64_t bytes, void** pointer);
int memory_prefetch(ndw_queue* queue, const void* pointer, std::uint64_t bytes);

}  // namespace ndweave::opencl
