#include "opencl/device/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "opencl/device/queries.hpp"
#include "opencl/device/sub_groups.hpp"
#include "opencl/error.hpp"
#include "opencl/kernel/serialized_grids.hpp"

namespace ndweave::opencl {
namespace {

template <std::size_t N>
void set_text(char (&to)[N], const std::string& text) {
    const std::size_t taken = std::min(text.size(), N - 1);
    std::memcpy(to, text.data(), taken);
    to[taken] = '\0';
}

/// NDWEAVE_OPENCL_SVM=0 treats devices with SVM like those without.
std::string svm_setting() {
    const char* wanted = std::getenv("NDWEAVE_OPENCL_SVM");
    return wanted && *wanted ? wanted : "1";
}

bool svm_wanted() { return svm_setting() != "0"; }

int check_environment() {
    const std::string setting = svm_setting();
    if (setting == "0" || setting == "1") return NDW_OK;
    return fail(NDW_INVALID, "NDWEAVE_OPENCL_SVM is '" + setting + "': it must be 0 or 1");
}

/// Platforms whose driver fails are skipped: another may work.
int find_devices(std::vector<cl_device_id>& all) {
    if (const int status = check_environment()) return status;
    if (const int status = load_driver()) return status;
    cl_uint platform_count = 0;
    const cl_int error = cl.clGetPlatformIDs(0, nullptr, &platform_count);
    if (error == CL_PLATFORM_NOT_FOUND_KHR || (error == CL_SUCCESS && platform_count == 0)) {
        return fail(NDW_NO_DRIVER,
                    "libOpenCL.so.1 is there and finds no driver in /etc/OpenCL/vendors; install one (Debian: "
                    "pocl-opencl-icd for the CPU, the GPU vendor's package else)");
    }
    if (const int status = check(error, "clGetPlatformIDs")) return status;
    std::vector<cl_platform_id> platforms(platform_count);
    NDWEAVE_OPENCL_TRY(clGetPlatformIDs, platform_count, platforms.data(), nullptr);
    for (cl_platform_id platform : platforms) {
        cl_uint count = 0;
        if (cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
        std::vector<cl_device_id> devices(count);
        if (cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr) != CL_SUCCESS) continue;
        for (cl_device_id id : devices) {
            if (query<cl_bool>(id, CL_DEVICE_AVAILABLE) && query<cl_bool>(id, CL_DEVICE_COMPILER_AVAILABLE))
                all.push_back(id);
        }
    }
    return NDW_OK;
}

int device_at(std::uint32_t index, cl_device_id& id) {
    std::vector<cl_device_id> all;
    if (const int status = find_devices(all)) return status;
    if (index >= all.size()) {
        return fail(NDW_NO_DEVICE, "there are " + std::to_string(all.size()) + " OpenCL devices, counted from 0");
    }
    id = all[index];
    return NDW_OK;
}

cl_device_svm_capabilities svm_of(cl_device_id id) {
    return cl.has_svm_functions && svm_wanted() ? query<cl_device_svm_capabilities>(id, CL_DEVICE_SVM_CAPABILITIES) : 0;
}

/// Of OpenCL: 21 for 2.1.
int version_of(cl_device_id id) {
    int major = 0, minor = 0;
    return std::sscanf(query_text(id, CL_DEVICE_VERSION).c_str(), "OpenCL %d.%d", &major, &minor) == 2
               ? 10 * major + minor
               : 0;
}

bool is_cpu(cl_device_id id) { return query<cl_device_type>(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU; }

std::uint32_t capabilities_of(cl_device_id id) {
    const cl_device_svm_capabilities svm = svm_of(id);
    std::uint32_t c = NDW_CAP_PROFILING;
    if (query<cl_device_fp_config>(id, CL_DEVICE_DOUBLE_FP_CONFIG)) c |= NDW_CAP_FP64;
    if (has_extension(id, "cl_khr_int64_base_atomics") && has_extension(id, "cl_khr_int64_extended_atomics"))
        c |= NDW_CAP_ATOMIC64;
    if (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) c |= NDW_CAP_HOST_MEMORY | NDW_CAP_SHARED_MEMORY;
    if (svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) c |= NDW_CAP_ADDRESSES;
    const sub_groups groups = sub_groups_of(id);
    if (groups.size > 1) c |= NDW_CAP_SUB_GROUPS;
    if (groups.rows) c |= NDW_CAP_SUB_GROUP_ROWS;
    if (is_cpu(id)) c |= NDW_CAP_CPU;
    return c;
}

/// As CUDA and HIP write it; "" where the driver does not tell.
std::string location_of(cl_device_id id) {
    if (!has_extension(id, "cl_khr_pci_bus_info")) return {};
    const auto pci = query<cl_device_pci_bus_info_khr>(id, CL_DEVICE_PCI_BUS_INFO_KHR);
    char text[40];
    std::snprintf(text, sizeof text, "%04x:%02x:%02x.%x", pci.pci_domain, pci.pci_bus, pci.pci_device,
                  pci.pci_function);
    return text;
}

ndw_device_info describe(cl_device_id id) {
    ndw_device_info i{};
    i.code_format = NDW_CODE_OPENCL_C;
    set_text(i.name, query_text(id, CL_DEVICE_NAME));
    set_text(i.vendor, query_text(id, CL_DEVICE_VENDOR));
    set_text(i.driver_version, query_text(id, CL_DEVICE_VERSION) + ", driver " + query_text(id, CL_DRIVER_VERSION));
    set_text(i.location, location_of(id));
    i.is_gpu = (query<cl_device_type>(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
    i.capabilities = capabilities_of(id);
    i.compute_units = query<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS);
    const sub_groups groups = sub_groups_of(id);
    i.sub_group_size = groups.size;
    i.sub_group_sizes = groups.sizes;
    i.max_group_size = static_cast<std::uint32_t>(query<std::size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    std::size_t sizes[3] = {};
    cl.clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, nullptr);
    for (int axis = 0; axis < 3; ++axis) {
        i.max_local_range[axis] = static_cast<std::uint32_t>(sizes[axis]);
        i.max_group_count[axis] = UINT32_MAX;  // OpenCL bounds global ids only
    }
    i.local_memory_bytes = query<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE);
    i.global_memory_bytes = query<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE);
    i.max_allocation_bytes = query<cl_ulong>(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    i.clock_mhz = query<cl_uint>(id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    i.cache_bytes = query<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    i.cache_line_bytes = query<cl_uint>(id, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
    if (query<cl_bool>(id, CL_DEVICE_ERROR_CORRECTION_SUPPORT)) i.capabilities |= NDW_CAP_ERROR_CORRECTION;
    return i;
}

}  // namespace

int device_count(std::uint32_t* count) {
    std::vector<cl_device_id> all;
    const int status = find_devices(all);
    *count = static_cast<std::uint32_t>(all.size());
    return status;
}

int device_info(std::uint32_t index, ndw_device_info* info) {
    cl_device_id id;
    if (const int status = device_at(index, id)) return status;
    ndw_device_info i = describe(id);
    i.struct_size = info->struct_size;
    std::memcpy(info, &i, std::min<std::size_t>(info->struct_size, sizeof i));
    return NDW_OK;
}

int device_open(std::uint32_t index, ndw_device** device) {
    cl_device_id id;
    if (const int status = device_at(index, id)) return status;
    cl_int error = CL_SUCCESS;
    const cl_context context = cl.clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
    if (const int status = check(error, "clCreateContext")) return status;
    auto d = std::make_unique<ndw_device>();
    d->id = id;
    d->context = context;
    const cl_device_svm_capabilities svm = svm_of(id);
    d->memory_bytes = query<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE);
    d->is_cpu = is_cpu(id);
    d->svm = svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
    d->fine_grained = svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
    d->shares_host = d->is_cpu || query<cl_bool>(id, CL_DEVICE_HOST_UNIFIED_MEMORY);
    if (has_extension(id, "cl_khr_external_memory_opaque_fd"))
        d->imports.open(query<cl_platform_id>(id, CL_DEVICE_PLATFORM));
    d->migrates = d->svm && cl.clEnqueueSVMMigrateMem && version_of(id) >= 21;
    d->correct_division =
        query<cl_device_fp_config>(id, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    d->serialized_grids = needs_serialized_grids(id);
    *device = d.release();
    return NDW_OK;
}

int device_native(ndw_device* device, std::uint32_t what, void** handle) {
    *handle = what == NDW_NATIVE_DEVICE ? static_cast<void*>(device->id) : static_cast<void*>(device->context);
    return NDW_OK;
}

void device_close(ndw_device* device) {
    device->pinned.clear();
    cl.clReleaseContext(device->context);
    delete device;
}

}  // namespace ndweave::opencl
