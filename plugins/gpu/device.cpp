#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"
#include "gpu/tuning.hpp"

namespace ndweave::gpu {
namespace {

/// The query needs a current context, so it is made for open devices only; else 0.
std::uint64_t free_memory(int ordinal) {
    void* context = nullptr;
    if (!this_vendor.active(ordinal) || this_vendor.retain(ordinal, &context)) return 0;
    std::size_t free = 0, total = 0;
    if (this_vendor.make_current(ordinal, context) || driver.memory_info(&free, &total)) free = 0;
    this_vendor.release(ordinal);
    return free;
}

int read_limits(int device, ndw_device_info& info) {
    int failure = 0;
    const attribute_numbers& number = this_vendor.attributes;
    const auto get = [&](int which) {
        int value = 0;
        if (const int code = driver.device_attribute(&value, which, device)) failure = code;
        return static_cast<std::uint32_t>(std::max(value, 0));
    };
    info.compute_units = get(number.multiprocessors);
    info.sub_group_size = get(number.warp_size);
    info.preferred_group_size = tuning::preferred_group_size;
    info.max_group_size = get(number.max_group_size);
    for (int axis = 0; axis < 3; ++axis) {
        info.max_local_range[axis] = get(number.max_block_x + axis);
        info.max_group_count[axis] = get(number.max_grid_x + axis);
    }
    info.local_memory_bytes = get(number.shared_per_block);
    info.capabilities = NDW_CAP_FP64 | NDW_CAP_ATOMIC64 | NDW_CAP_HOST_MEMORY | NDW_CAP_ADDRESSES | NDW_CAP_SUB_GROUPS |
                        NDW_CAP_PROFILING | NDW_CAP_PEER_COPIES | NDW_CAP_PEER_EVENTS;
    // C source, HIP's, has no halves.
    if (this_vendor.format == NDW_CODE_PTX) info.capabilities |= NDW_CAP_FP16;
    if (get(number.managed_memory)) info.capabilities |= NDW_CAP_SHARED_MEMORY;
    if (this_vendor.keeps_code && this_vendor.keeps_code()) info.capabilities |= NDW_CAP_KEEPS_CODE;
    return failure;
}

/// What drivers may refuse to tell stays 0.
void read_numbers(int device, ndw_device_info& info) {
    const attribute_numbers& number = this_vendor.attributes;
    const auto get = [&](int which) {
        int value = 0;
        return driver.device_attribute(&value, which, device) ? 0u : static_cast<std::uint32_t>(std::max(value, 0));
    };
    constexpr std::uint32_t khz_per_mhz = 1000;
    info.clock_mhz = get(number.clock_khz) / khz_per_mhz;
    info.memory_clock_mhz = get(number.memory_clock_khz) / khz_per_mhz;
    info.memory_bus_bits = get(number.memory_bus_bits);
    info.cache_bytes = get(number.l2_cache);
    if (get(number.error_correction)) info.capabilities |= NDW_CAP_ERROR_CORRECTION;
}

int describe_device(int ordinal, ndw_device_info& info) {
    info.code_format = this_vendor.format;
    info.is_gpu = 1;
    std::size_t memory = 0;
    if (int s = check(driver.device_name(info.name, sizeof info.name, ordinal), "reading the device's name")) return s;
    if (int s = check(driver.device_memory(&memory, ordinal), "reading the device's memory size")) return s;
    driver.device_location(info.location, sizeof info.location, ordinal);
    info.global_memory_bytes = memory;
    info.max_allocation_bytes = memory;
    info.free_memory_bytes = free_memory(ordinal);
    if (int s = check(this_vendor.identify(ordinal, &info), "reading the device's version")) return s;
    if (int s = check(read_limits(ordinal, info), "reading the device's limits")) return s;
    read_numbers(ordinal, info);
    return NDW_OK;
}

}  // namespace

int device_count(std::uint32_t* count) {
    *count = 0;
    const int opened = open_driver();
    if (opened == NDW_NO_DEVICE) return NDW_OK;  // a driver without devices is not a failure
    if (opened) return opened;
    int devices = 0;
    if (const int status = check(driver.device_count(&devices), "counting the devices")) {
        return status == NDW_NO_DEVICE ? NDW_OK : status;
    }
    *count = static_cast<std::uint32_t>(std::max(devices, 0));
    return NDW_OK;
}

int device_at(std::uint32_t index, int* device) {
    std::uint32_t count = 0;
    if (const int status = device_count(&count)) return status;
    if (index >= count) {
        return fail(NDW_NO_DEVICE,
                    "there is no device " + std::to_string(index) + ": the driver has " + std::to_string(count));
    }
    return check(driver.device_get(device, static_cast<int>(index)), "opening the device");
}

int device_info(std::uint32_t index, ndw_device_info* info) {
    int ordinal = 0;
    if (const int status = device_at(index, &ordinal)) return status;
    ndw_device_info known{};
    known.struct_size = info->struct_size;
    if (const int status = describe_device(ordinal, known)) return status;
    std::memcpy(info, &known, std::min<std::size_t>(info->struct_size, sizeof known));
    return NDW_OK;
}

int device_open(std::uint32_t index, ndw_device** device) {
    int ordinal = 0;
    if (const int status = device_at(index, &ordinal)) return status;
    void* context = nullptr;
    if (const int status = check(this_vendor.retain(ordinal, &context), "creating the device's context")) return status;
    int migrates = 0;
    driver.device_attribute(&migrates, this_vendor.attributes.concurrent_managed, ordinal);
    *device = new (std::nothrow) ndw_device{ordinal, context, migrates != 0, {}, {}, {}};
    if (!*device) {
        this_vendor.release(ordinal);
        return fail(NDW_OUT_OF_MEMORY, "out of host memory");
    }
    std::size_t memory = 0;
    if (!enter(*device) && !driver.device_memory(&memory, ordinal)) (*device)->pool.open(ordinal, memory);
    return NDW_OK;
}

void device_close(ndw_device* device) {
    if (!enter(device)) {
        device->events.close();
        device->pool.close();
    }
    this_vendor.release(device->ordinal);
    delete device;
}

int device_native(ndw_device* device, std::uint32_t what, void** handle) {
    if (const int status = enter(device)) return status;
    if (what == NDW_NATIVE_DEVICE) {
        *handle = reinterpret_cast<void*>(static_cast<std::intptr_t>(device->ordinal));
        return NDW_OK;
    }
    if (!device->context) return fail(NDW_UNSUPPORTED, "the driver has no contexts");
    *handle = device->context;
    return NDW_OK;
}

int enter(const ndw_device* device) {
    return check(this_vendor.make_current(device->ordinal, device->context), "making the device current");
}

}  // namespace ndweave::gpu
