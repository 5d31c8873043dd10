#include "ndweave/device.hpp"

#include "runtime/device/registry.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/queue/access.hpp"

namespace ndweave {
namespace {

std::string default_name() {
    const std::string name = detail::environment_value("NDWEAVE_DEVICE");
    return name.empty() ? "cpu" : name;
}

/// One backend after the other: each takes its time and memory to load. All devices that suit are equally good.
template <class Selector>
device default_or_first(const Selector& selector) {
    const device usual;
    if (selector(usual) >= 0) return usual;
    for (const char* const backend : detail::backend_names) {
        for (const auto& impl : detail::backend_devices(backend)) {
            const device other = detail::device_access::make(impl);
            if (selector(other) >= 0) return other;
        }
    }
    return detail::select(device::get_devices(), selector);  // which says what is missing
}

}  // namespace

device::device() : device(default_name()) {}
device::device(const cpu_selector& s) : device(default_or_first(s)) {}
device::device(const gpu_selector& s) : device(default_or_first(s)) {}

device::device(const std::string& name) : impl_(detail::find_device(name)) {}

std::vector<device> device::get_devices() {
    detail::check_environment();
    std::vector<device> all;
    for (const char* const backend : detail::backend_names) {
        for (const auto& impl : detail::backend_devices(backend)) all.push_back(device(impl));
    }
    return all;
}

std::string device::identifier() const { return detail::device_identifier(*impl_); }
std::string device::backend_name() const { return impl_->limits().backend; }
bool device::is_cpu() const { return impl_->limits().is_cpu; }
bool device::is_gpu() const { return impl_->limits().is_gpu; }

bool device::has(aspect a) const {
    const detail::device_limits& l = impl_->limits();
    switch (a) {
        case aspect::cpu:
            return l.is_cpu;
        case aspect::gpu:
            return l.is_gpu;
        case aspect::fp16:
            return l.fp16;
        case aspect::fp64:
            return l.fp64;
        case aspect::atomic64:
            return l.atomic64;
        case aspect::usm_device_allocations:
            return l.usm_device;
        case aspect::usm_host_allocations:
            return l.usm_host;
        case aspect::usm_shared_allocations:
            return l.usm_shared;
    }
    return false;
}

#define NDWEAVE_INFO(descriptor, expression)                                                                           \
    template <>                                                                                                        \
    NDWEAVE_EXPORT typename info::device::descriptor::return_type device::get_info<info::device::descriptor>() const { \
        const detail::device_limits& l = impl_->limits();                                                              \
        return expression;                                                                                             \
    }
NDWEAVE_INFO(name, l.name)
NDWEAVE_INFO(vendor, l.vendor)
NDWEAVE_INFO(max_compute_units, l.max_compute_units)
NDWEAVE_INFO(max_work_group_size, l.max_work_group_size)
NDWEAVE_INFO(max_work_item_sizes<1>, range<1>(l.max_work_item_sizes[0]))
NDWEAVE_INFO(max_work_item_sizes<2>, (range<2>(l.max_work_item_sizes[1], l.max_work_item_sizes[0])))
NDWEAVE_INFO(max_work_item_sizes<3>,
             (range<3>(l.max_work_item_sizes[2], l.max_work_item_sizes[1], l.max_work_item_sizes[0])))
NDWEAVE_INFO(local_mem_size, l.local_mem_size)
NDWEAVE_INFO(global_mem_size, l.global_mem_size)
NDWEAVE_INFO(max_mem_alloc_size, l.max_mem_alloc_size)
NDWEAVE_INFO(sub_group_sizes, l.sub_group_sizes)
NDWEAVE_INFO(max_clock_frequency, l.clock_mhz)
NDWEAVE_INFO(global_mem_cache_size, l.cache_bytes)
NDWEAVE_INFO(global_mem_cache_line_size, l.cache_line_bytes)
NDWEAVE_INFO(error_correction_support, l.error_correction)
NDWEAVE_INFO(max_work_groups, (range<3>(l.max_group_count[2], l.max_group_count[1], l.max_group_count[0])))
NDWEAVE_INFO(memory_clock_rate, l.memory_clock_mhz)
NDWEAVE_INFO(memory_bus_width, l.memory_bus_bits)
NDWEAVE_INFO(architecture, l.architecture)
NDWEAVE_INFO(location, l.location)
#undef NDWEAVE_INFO

template <>
NDWEAVE_EXPORT std::string device::get_info<info::device::driver_version>() const {
    return impl_->driver_version();
}

template <>
NDWEAVE_EXPORT std::uint64_t device::get_info<info::device::free_memory>() const {
    return impl_->free_memory();
}

}  // namespace ndweave
