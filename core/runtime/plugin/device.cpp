#include "runtime/plugin/device.hpp"

#include <algorithm>

#include "ndweave/detail/check_mode.hpp"
#include "runtime/background.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/environment/validate_mode.hpp"
#include "runtime/kernel/kernel_compiler.hpp"
#include "runtime/plugin/driver_life.hpp"
#include "runtime/plugin/error.hpp"
#include "runtime/plugin/graph.hpp"
#include "runtime/plugin/kernel/sub_groups.hpp"
#include "runtime/plugin/queue.hpp"

namespace ndweave::detail {
namespace {

/// A driver's text may fill its buffer without a terminator.
template <std::size_t N>
void terminate(char (&text)[N]) {
    text[N - 1] = '\0';
}

ndw_device_info query(const ndw_plugin& plugin, std::uint32_t index) {
    ndw_device_info info{};
    info.struct_size = sizeof info;
    check_plugin(plugin, plugin.device_info(index, &info),
                 "cannot examine device " + std::string(plugin.backend) + ":" + std::to_string(index));
    terminate(info.name);
    terminate(info.vendor);
    terminate(info.driver_version);
    terminate(info.arch);
    terminate(info.location);
    return info;
}

device_limits limits_of(const ndw_plugin& plugin, const ndw_device_info& info) {
    const auto can = [&](ndw_capability c) { return (info.capabilities & c) != 0; };
    device_limits l;
    l.name = info.name;
    l.vendor = info.vendor;
    l.driver_version = info.driver_version;
    l.backend = plugin.backend;
    l.location = info.location;
    std::ranges::transform(l.location, l.location.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    l.is_gpu = info.is_gpu != 0;
    l.is_cpu = can(NDW_CAP_CPU);
    l.max_compute_units = info.compute_units;
    l.max_work_group_size = info.max_group_size;
    for (int axis = 0; axis < 3; ++axis) l.max_work_item_sizes[axis] = info.max_local_range[axis];
    l.local_mem_size = info.local_memory_bytes;
    l.global_mem_size = info.global_memory_bytes;
    l.max_mem_alloc_size = info.max_allocation_bytes;
    l.sub_group_sizes = sub_group_sizes(info);
    l.reduction_groups_per_unit = info.code_format == NDW_CODE_OPENCL_C
                                      ? device_tuning::opencl_reduction_groups_per_unit
                                      : device_tuning::reduction_groups_per_unit;
    l.clock_mhz = info.clock_mhz;
    l.memory_clock_mhz = info.memory_clock_mhz;
    l.memory_bus_bits = info.memory_bus_bits;
    l.cache_bytes = info.cache_bytes;
    l.cache_line_bytes = info.cache_line_bytes;
    std::copy_n(info.max_group_count, 3, l.max_group_count);
    l.architecture = info.arch;
    l.error_correction = can(NDW_CAP_ERROR_CORRECTION);
    l.fp64 = can(NDW_CAP_FP64);
    l.fp16 = can(NDW_CAP_FP16);
    l.usm_device = can(NDW_CAP_ADDRESSES);
    l.usm_shared = can(NDW_CAP_SHARED_MEMORY);
    l.usm_host = can(NDW_CAP_HOST_MEMORY);
    l.atomic64 = can(NDW_CAP_ATOMIC64);
    return l;
}

const char* kind_name(usm_kind kind) {
    return kind == usm_kind::device ? "device" : kind == usm_kind::host ? "host" : "shared";
}

}  // namespace

plugin_device::plugin_device(const ndw_plugin& plugin, std::uint32_t index)
    : plugin_(plugin),
      index_(index),
      info_(query(plugin, index)),
      limits_(limits_of(plugin, info_)),
      clock_(plugin),
      kernels_(*this) {}

const std::shared_ptr<device_handle>& plugin_device::open() {
    require_drivers(made_in_);
    const std::lock_guard lock(open_mutex_);
    if (!open_) {
        ndw_device* device = nullptr;
        check_plugin(plugin_, plugin_.device_open(index_, &device), "cannot open " + limits_.name);
        open_ = std::make_shared<device_handle>(plugin_, device, nullptr);
        drivers_made_objects();
        if (info_.code_format != NDW_CODE_NONE) prepare_kernel_compiler();
        if (info_.capabilities & NDW_CAP_KEEPS_CODE)
            run_beside([self = shared_from_this()] { self->kernels_.preload(); });
    }
    return open_;
}

void* plugin_device::allocate(std::size_t bytes, std::size_t alignment, usm_kind kind) {
    if ((kind == usm_kind::host && !limits_.usm_host) || (kind == usm_kind::shared && !limits_.usm_shared)) {
        throw exception(errc::feature_not_supported, limits_.name + " (" + limits_.backend + ") has no " +
                                                         kind_name(kind) +
                                                         " memory that both sides reach: use malloc_device and copy");
    }
    const auto from_driver = [&](std::size_t size, void** pointer) {
        return plugin_.memory_alloc(open()->get(), static_cast<std::uint32_t>(kind), size, alignment, pointer);
    };
    // Drivers put allocations side by side, so that an address is the end of one and the begin of another, and nobody
    // knows where a pointer leads (allocation_map::base_of). A byte more keeps them apart; the largest allocation of
    // all has no room for it.
    void* pointer = nullptr;
    int status = from_driver(bytes + 1, &pointer);
    if (status == NDW_OUT_OF_MEMORY) status = from_driver(bytes, &pointer);
    if (status == NDW_OUT_OF_MEMORY) return nullptr;
    check_plugin(
        plugin_, status,
        "cannot allocate " + std::to_string(bytes) + " bytes of " + kind_name(kind) + " memory on " + limits_.name);
    return pointer;
}

void plugin_device::deallocate(void* pointer, usm_kind kind) {
    if (drivers_have_ended()) return;  // freed with the process; destructors that free memory must not fail
    check_plugin(plugin_, plugin_.memory_free(open()->get(), pointer, static_cast<std::uint32_t>(kind)),
                 std::string("cannot free ") + kind_name(kind) + " memory of " + limits_.name);
}

std::uint64_t plugin_device::free_memory() {
    open();
    return query(plugin_, index_).free_memory_bytes;
}

std::unique_ptr<queue_impl> plugin_device::make_queue(bool profiling) {
    if (check_mode()) {
        throw exception(errc::feature_not_supported, "NDWEAVE_CHECK=1 checks kernels on the cpu only, not on " +
                                                         limits_.name + " (" + limits_.backend +
                                                         "): unset it or choose the device cpu");
    }
    if (validated_share() > 0) {
        throw exception(errc::feature_not_supported, "NDWEAVE_VALIDATE validates kernels on the cpu only, not on " +
                                                         limits_.name + " (" + limits_.backend +
                                                         "): unset it or choose the device cpu");
    }
    if (profiling && !(plugin_.event_elapsed && (info_.capabilities & NDW_CAP_PROFILING))) {
        throw exception(
            errc::feature_not_supported,
            limits_.name + " (" + limits_.backend + ") cannot time events: make the queue without enable_profiling");
    }
    ndw_queue* handle = nullptr;
    check_plugin(plugin_,
                 plugin_.queue_create(open()->get(), profiling ? std::uint32_t{NDW_QUEUE_PROFILING} : 0u, &handle),
                 "cannot make a queue on " + limits_.name);
    auto queue = std::make_unique<plugin_queue>(shared_from_this(), handle);
    if (profiling) {
        const auto zero = queue->record();
        zero->wait();
        clock_.start(static_cast<plugin_event&>(*zero).handle());
    }
    return queue;
}

bool plugin_device::copies_memory_of(const device_impl& other) const {
    if (device_impl::copies_memory_of(other)) return true;
    const auto* const peer = dynamic_cast<const plugin_device*>(&other);
    return peer && &peer->plugin_ == &plugin_ && (peer == this || (info_.capabilities & NDW_CAP_PEER_COPIES));
}

bool plugin_device::can_wait_for(const plugin_device& other) const {
    return &other == this || (&other.plugin_ == &plugin_ && (info_.capabilities & NDW_CAP_PEER_EVENTS));
}

std::unique_ptr<device_graph> plugin_device::make_graph(const std::vector<recorded_command>& commands) {
    if (!plugin_.graph_begin) return nullptr;
    return std::make_unique<plugin_graph>(shared_from_this(), commands);
}

}  // namespace ndweave::detail
