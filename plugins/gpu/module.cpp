#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {
namespace {

constexpr std::uint64_t shared_without_asking = 48 * 1024;  // static and dynamic together, on every device

int attribute(void* function, int which) {
    int value = 0;
    return driver.function_attribute(&value, which, function) == 0 ? std::max(value, 0) : 0;
}

void describe_kernel(const ndw_kernel& kernel, ndw_kernel_info& info) {
    ndw_kernel_info known{};
    known.struct_size = info.struct_size;
    known.max_group_size = static_cast<std::uint32_t>(attribute(kernel.function, attribute_max_threads));
    known.registers = static_cast<std::uint32_t>(attribute(kernel.function, attribute_registers));
    known.private_bytes = static_cast<std::uint32_t>(attribute(kernel.function, attribute_local_bytes));
    known.static_local_bytes = kernel.static_shared;
    std::memcpy(&info, &known, std::min<std::size_t>(info.struct_size, sizeof known));
}

}  // namespace

int module_load(ndw_device* device, const ndw_module_source* source, ndw_module** module) {
    if (const int status = enter(device)) return status;
    if (source->format != this_vendor.format && source->format != NDW_CODE_BINARY) {
        return fail(NDW_INVALID, "the code is of format " + std::to_string(source->format) + ", the device takes " +
                                     std::to_string(this_vendor.format));
    }
    void* handle = nullptr;
    std::vector<char> binary;
    if (const int status = this_vendor.load(device->ordinal, *source, &handle, &binary)) return status;
    *module = new (std::nothrow) ndw_module{device, handle, std::move(binary), {}, nullptr};
    if (*module) return NDW_OK;
    driver.module_unload(handle);
    return fail(NDW_OUT_OF_MEMORY, "out of host memory");
}

void module_unload(ndw_module* module) {
    if (!enter(module->device)) driver.module_unload(module->handle);
    while (ndw_kernel* kernel = module->kernels) {
        module->kernels = kernel->next;
        delete kernel;
    }
    delete module;
}

int module_binary(ndw_module* module, void* bytes, std::uint64_t* size) {
    *size = module->binary.size();
    if (bytes) std::memcpy(bytes, module->binary.data(), module->binary.size());
    return NDW_OK;
}

int kernel_get(ndw_module* module, const char* name, ndw_kernel** kernel, ndw_kernel_info* info) {
    if (const int status = enter(module->device)) return status;
    void* function = nullptr;
    if (const int status = check(driver.module_function(&function, module->handle, name), "finding a kernel")) {
        return status;
    }
    const auto used = static_cast<std::uint64_t>(attribute(function, attribute_shared_bytes));
    auto* found = new (std::nothrow) ndw_kernel{function, used, {}, {}, {}, nullptr};
    if (!found) return fail(NDW_OUT_OF_MEMORY, "out of host memory");
    found->allowed_shared = shared_without_asking - std::min(shared_without_asking, used);
    {
        const std::lock_guard lock(module->mutex);
        found->next = module->kernels;
        module->kernels = found;
    }
    if (info) describe_kernel(*found, *info);
    *kernel = found;
    return NDW_OK;
}

int kernel_groups_per_unit(ndw_device* device, ndw_kernel* kernel, std::uint32_t items,
                           std::uint64_t local_memory_bytes, std::uint32_t* groups) {
    constexpr std::uint64_t group_bits = 16, local_bits = 32;
    const std::uint64_t question = std::uint64_t{items} << local_bits | local_memory_bytes;
    const std::uint64_t last = kernel->groups_per_unit.load(std::memory_order_relaxed);
    if (last >> group_bits == question) {
        *groups = static_cast<std::uint32_t>(last & ((1u << group_bits) - 1));
        return NDW_OK;
    }
    if (const int status = enter(device)) return status;
    int fitting = 0;
    if (const int status =
            check(driver.active_blocks(&fitting, kernel->function, static_cast<int>(items), local_memory_bytes),
                  "asking how many work-groups run at once")) {
        return status;
    }
    *groups = static_cast<std::uint32_t>(fitting);
    kernel->groups_per_unit.store(question << group_bits | *groups, std::memory_order_relaxed);
    return NDW_OK;
}

}  // namespace ndweave::gpu
