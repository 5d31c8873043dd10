/// Memory as profilers name it.
#pragma once

#include <cstdint>

#include "runtime/device/device_impl.hpp"
#include "runtime/trace/profiling_tool.hpp"

namespace ndweave::detail {

/// Where `pointer` leads: into USM, else into ordinary memory of the host.
memory_place place_of(const void* pointer);

/// Tells tools, where there are some, of an allocation of `device` that was made, or that is about to be freed.
void tell_of_allocation(const device_impl& device, usm_kind, const void* pointer, std::uint64_t bytes);
void tell_of_deallocation(const device_impl& device, usm_kind, const void* pointer, std::uint64_t bytes);

}  // namespace ndweave::detail
