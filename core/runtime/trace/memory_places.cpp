#include "runtime/trace/memory_places.hpp"

#include <string_view>

#include "runtime/memory/allocation_map.hpp"
#include "runtime/trace/tools.hpp"

namespace ndweave::detail {
namespace {

/// Of device, host and shared memory; the names of Kokkos' memory spaces, which tools tell devices by. Devices that it
/// has no space for have SYCL's.
struct space_names {
    const char *device, *host, *shared;
};

space_names spaces_of(std::string_view backend) {
    if (backend == "cpu") return {"Host", "Host", "Host"};
    if (backend == "cuda") return {"Cuda", "CudaHostPinned", "CudaUVM"};
    if (backend == "hip") return {"HIP", "HIPHostPinned", "HIPManaged"};
    return {"SYCLDeviceUSM", "SYCLHostUSM", "SYCLSharedUSM"};
}

memory_place place_in(const device_impl& device, usm_kind kind, const void* pointer) {
    const space_names names = spaces_of(device.limits().backend);
    switch (kind) {
        case usm_kind::device:
            return {names.device, "malloc_device", pointer};
        case usm_kind::host:
            return {names.host, "malloc_host", pointer};
        case usm_kind::shared:
            break;
    }
    return {names.shared, "malloc_shared", pointer};
}

}  // namespace

memory_place place_of(const void* pointer) {
    const auto found = allocation_map::instance().find(pointer);
    if (!found) return {"Host", "host", pointer};
    return place_in(*found->device, found->kind, pointer);
}

void tell_of_allocation(const device_impl& device, usm_kind kind, const void* pointer, std::uint64_t bytes) {
    const tool_list* const tools = active_tools();
    if (!tools) return;
    for (const auto& tool : *tools) tool->allocated(place_in(device, kind, pointer), bytes);
}

void tell_of_deallocation(const device_impl& device, usm_kind kind, const void* pointer, std::uint64_t bytes) {
    const tool_list* const tools = active_tools();
    if (!tools) return;
    for (const auto& tool : *tools) tool->deallocated(place_in(device, kind, pointer), bytes);
}

}  // namespace ndweave::detail
