#include "runtime/plugin/kernel/launch.hpp"

#include <algorithm>
#include <bit>

#include "ndweave/exception.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/kernel/kernel_name.hpp"
#include "runtime/kernel/validate_launch.hpp"
#include "runtime/plugin/device.hpp"
#include "runtime/plugin/error.hpp"

namespace ndweave::detail {
namespace {

std::uint32_t wanted_group_size(const launch& l, const ndw_device_info& info) {
    if (info.preferred_group_size != 0) return info.preferred_group_size;
    if ((info.capabilities & NDW_CAP_CPU) == 0 || info.code_format != NDW_CODE_OPENCL_C)
        return device_tuning::default_group_size;
    const std::uint64_t items = l.global_range[0] * l.global_range[1] * l.global_range[2];
    const std::uint64_t groups = std::uint64_t{device_tuning::min_groups_per_thread} * std::max(info.compute_units, 1u);
    return items / device_tuning::large_loop_group >= groups ? device_tuning::large_loop_group
                                                             : device_tuning::small_loop_group;
}

}  // namespace

void choose_local_range(const launch& l, std::uint32_t max_items, const std::uint32_t (&limits)[3],
                        std::uint32_t (&local_range)[3]) {
    std::uint32_t remaining = std::bit_floor(max_items);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        std::uint32_t wanted =
            axis == 0 && l.kernel->dimensions > 1 ? std::min(device_tuning::group_row, remaining) : remaining;
        if (l.kernel->dimensions > 1 && l.global_range[axis] < wanted) {
            wanted = static_cast<std::uint32_t>(std::bit_ceil(l.global_range[axis]));
        }
        local_range[axis] =
            axis < l.kernel->dimensions ? std::min(wanted, std::bit_floor(std::max(limits[axis], 1u))) : 1;
        remaining /= local_range[axis];
    }
}

void adapt_to_kernel(ndw_launch& l, const ndw_compiled_kernel& kernel) {
    if (kernel.coarsening > 1) l.group_count[0] = (l.group_count[0] - 1) / kernel.coarsening + 1;
    if (kernel.items_in_loops) std::fill_n(l.local_range, 3, 1);
    if (kernel.direct) l.flags |= NDW_LAUNCH_DIRECT;
}

plugin_launch::plugin_launch(plugin_device& device, const launch& l) : device_(device), launch_(l) {
    description_.struct_size = sizeof description_;
    std::copy_n(l.local_range, 3, description_.local_range);
    if (l.local_range[0] == 0) {
        const ndw_device_info& info = device.info();
        const std::uint32_t wanted = wanted_group_size(l, info);
        choose_local_range(l, std::clamp(wanted, 1u, std::max(info.max_group_size, 1u)), info.max_local_range,
                           description_.local_range);
    }
    set_grid(l);
    const bool flat = needs_flat_grid();
    if (!flat) check_grid();
    const plugin_kernel& kernel = device.kernels().get(l, description_.local_range, flat);
    description_.kernel = kernel.kernel;
    description_.local_memory_bytes = l.local_memory_bytes;
    if (kernel.compiled) {
        validate_declared_memory(l, *kernel.compiled, device.limits());
        description_.local_memory_bytes += kernel.compiled->local_bytes;
    }
    if (l.points != 0 && device.info().is_gpu) limit_groups(kernel);
    set_arguments(kernel);
    if (kernel.compiled) {
        adapt_to_kernel(description_, *kernel.compiled);
        require_reachable_memory();
    }
    if (flat) {
        description_.group_count[0] = groups_[0] * groups_[1] * groups_[2];
        description_.group_count[1] = description_.group_count[2] = 1;
    }
    description_.arguments = arguments_.data();
    description_.argument_count = static_cast<std::uint32_t>(arguments_.size());
}

void plugin_launch::set_grid(const launch& l) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t local = description_.local_range[axis];
        groups_[axis] = l.global_range[axis] / local + (l.global_range[axis] % local != 0);
        description_.group_count[axis] = groups_[axis];
    }
}

bool plugin_launch::needs_flat_grid() const {
    const std::uint64_t(&max_groups)[3] = device_.info().max_group_count;
    if (device_.info().code_format != NDW_CODE_PTX || (groups_[1] <= max_groups[1] && groups_[2] <= max_groups[2]))
        return false;
    return groups_[0] <= max_groups[0] / groups_[1] / groups_[2];
}

void plugin_launch::check_grid() const {
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t max_groups = device_.info().max_group_count[axis];
        if (groups_[axis] <= max_groups) continue;
        throw exception(errc::nd_range, doing() + ": " + std::to_string(groups_[axis]) + " work-groups along axis " +
                                            std::to_string(axis) + ", the device takes " + std::to_string(max_groups) +
                                            "; use larger work-groups or several launches");
    }
}

void plugin_launch::limit_groups(const plugin_kernel& kernel) {
    const ndw_plugin& plugin = device_.plugin();
    if (!plugin.kernel_groups_per_unit) return;
    std::uint32_t groups = 0;
    check_plugin(plugin,
                 plugin.kernel_groups_per_unit(device_.open()->get(), kernel.kernel, description_.local_range[0],
                                               description_.local_memory_bytes, &groups),
                 doing());
    const std::uint64_t at_once = std::uint64_t{std::max(groups, 1u)} * std::max(device_.info().compute_units, 1u);
    groups_[0] = std::min(groups_[0], at_once);
    description_.group_count[0] = groups_[0];
}

void plugin_launch::set_arguments(const plugin_kernel& kernel) {
    const auto* functor = static_cast<const unsigned char*>(launch_.functor);
    if (!kernel.compiled) {
        arguments_.push_back({functor, launch_.kernel->functor_size, NDW_ARGUMENT_VALUE, 0});
        return;
    }
    arguments_.reserve(kernel.compiled->parameter_count);
    for (std::uint32_t i = 0; i < kernel.compiled->parameter_count; ++i) {
        const ndw_parameter& p = kernel.compiled->parameters[i];
        switch (p.kind) {
            case NDW_PARAMETER_VALUE:
                arguments_.push_back({functor + p.offset, p.size, NDW_ARGUMENT_VALUE, 0});
                break;
            case NDW_PARAMETER_POINTER:
                arguments_.push_back({functor + p.offset, sizeof(void*), NDW_ARGUMENT_POINTER, 0});
                break;
            case NDW_PARAMETER_FUNCTOR:
                arguments_.push_back({functor, launch_.kernel->functor_size, NDW_ARGUMENT_VALUE, 0});
                break;
            case NDW_PARAMETER_GLOBAL_RANGE:
                arguments_.push_back({&launch_.global_range[p.offset], sizeof(std::uint64_t), NDW_ARGUMENT_VALUE, 0});
                break;
            case NDW_PARAMETER_GROUP_RANGE:  // below 2^32 in a flat grid
                arguments_.push_back({&groups_[p.offset], sizeof(std::uint32_t), NDW_ARGUMENT_VALUE, 0});
                break;
            case NDW_PARAMETER_LOCAL_MEMORY:
                // Drivers reject local arguments of zero bytes.
                arguments_.push_back(
                    {nullptr, std::max<std::uint64_t>(description_.local_memory_bytes, 16), NDW_ARGUMENT_LOCAL, 0});
                break;
        }
    }
}

void plugin_launch::require_reachable_memory() const {
    if ((description_.flags & NDW_LAUNCH_DIRECT) || (device_.info().capabilities & NDW_CAP_ADDRESSES)) return;
    throw exception(errc::kernel_not_supported,
                    doing() +
                        ": it follows pointers that it finds in structures or memory, which mean nothing to a device "
                        "without shared virtual memory; capture them directly");
}

std::string plugin_launch::doing() const {
    return "cannot launch kernel " + kernel_name(*launch_.kernel) + " on " + device_.limits().name;
}

}  // namespace ndweave::detail
