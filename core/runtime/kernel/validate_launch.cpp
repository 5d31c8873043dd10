#include "runtime/kernel/validate_launch.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

/// In SYCL's order.
std::string shape(const std::uint64_t (&extent)[3], std::uint32_t dimensions) {
    std::string text = "{";
    for (std::uint32_t axis = dimensions; axis-- > 0;) text += std::to_string(extent[axis]) + (axis ? ", " : "}");
    return text;
}

/// A local range that divides the global range within the device's limits: each extent is the largest divisor that
/// fits, fastest dimension first.
std::string fitting_local_range(const launch& l, const device_limits& limits) {
    std::uint64_t fit[3] = {1, 1, 1};
    std::uint64_t remaining = limits.max_work_group_size;
    for (std::uint32_t axis = 0; axis < l.kernel->dimensions; ++axis) {
        std::uint64_t divisor = std::min({remaining, limits.max_work_item_sizes[axis],
                                          std::max<std::uint64_t>(l.local_range[axis], 1), l.global_range[axis]});
        while (divisor > 1 && l.global_range[axis] % divisor != 0) --divisor;
        fit[axis] = std::max<std::uint64_t>(divisor, 1);
        remaining /= fit[axis];
    }
    return shape(fit, l.kernel->dimensions);
}

[[noreturn]] void refuse(const launch& l, const device_limits& limits, const std::string& cause, bool suggest) {
    std::string text = "kernel " + kernel_name(*l.kernel) + " on " + limits.name + ": " + cause + " (global range " +
                       shape(l.global_range, l.kernel->dimensions);
    if (l.kernel->kind == kernel_kind::nd_range) text += ", local range " + shape(l.local_range, l.kernel->dimensions);
    text += ")";
    if (suggest) text += "; a local range of " + fitting_local_range(l, limits) + " would fit";
    throw exception(errc::nd_range, text);
}

void check_global(const launch& l, const device_limits& limits) {
    std::size_t items = 1;
    for (const std::uint64_t extent : l.global_range) items = product(items, extent);
    if (items > max_work_items) refuse(l, limits, "the global range has more than 2^48 work-items", false);
}

/// The number of SYCL's dimension that lies on the axis, for texts.
std::string dimension_text(const launch& l, std::uint32_t axis) {
    return std::to_string(l.kernel->dimensions - 1 - axis);
}

void check_required(const launch& l, const device_limits& limits) {
    const std::uint32_t(&required)[3] = l.properties.work_group_size;
    if (required[0] == 0) return;
    const std::uint32_t dimensions = l.kernel->dimensions;
    for (std::uint32_t axis = 0; axis < dimensions; ++axis) {
        if (l.local_range[axis] != required[dimensions - 1 - axis]) {
            refuse(l, limits, "the local range is not the required work-group size", false);
        }
    }
}

void check_local(const launch& l, const device_limits& limits) {
    const std::uint32_t dimensions = l.kernel->dimensions;
    std::uint64_t items = 1;
    for (std::uint32_t axis = dimensions; axis-- > 0;) {
        if (l.local_range[axis] == 0) refuse(l, limits, "the local range is empty", true);
        const std::uint64_t limit = limits.max_work_item_sizes[axis];
        if (l.local_range[axis] > limit) {
            refuse(l, limits,
                   "dimension " + dimension_text(l, axis) + " of the local range is above the limit of " +
                       std::to_string(limit),
                   true);
        }
        items *= l.local_range[axis];
    }
    if (items > limits.max_work_group_size) {
        refuse(l, limits,
               "a work-group of " + std::to_string(items) + " work-items is above the limit of " +
                   std::to_string(limits.max_work_group_size),
               true);
    }
    for (std::uint32_t axis = dimensions; axis-- > 0;) {
        if (l.global_range[axis] % l.local_range[axis] != 0) {
            refuse(l, limits,
                   "the local range does not divide the global range in dimension " + dimension_text(l, axis), true);
        }
    }
    check_required(l, limits);
}

/// The kernel's own request, without the gaps of check mode.
std::uint64_t local_bytes_asked(const launch& l) {
    if (!l.local_arrays) return l.local_memory_bytes;
    std::uint64_t bytes = 0;
    for (const local_array& a : *l.local_arrays) bytes += a.bytes;
    return bytes;
}

void require_local_memory(const launch& l, std::uint64_t bytes, const device_limits& limits) {
    if (bytes <= limits.local_mem_size) return;
    throw exception(errc::memory_allocation, "kernel " + kernel_name(*l.kernel) + " on " + limits.name + ": " +
                                                 std::to_string(bytes) + " bytes of local memory requested, " +
                                                 std::to_string(limits.local_mem_size) + " available");
}

}  // namespace

bool is_empty(const launch& l) { return l.global_range[0] == 0 || l.global_range[1] == 0 || l.global_range[2] == 0; }

bool offers_sub_group(const device_limits& limits, std::uint32_t size) {
    return size == 0 || std::ranges::find(limits.sub_group_sizes, size) != limits.sub_group_sizes.end();
}

bool offers_work_group(const device_limits& limits, const std::uint32_t (&size)[3], std::uint32_t dimensions) {
    if (size[0] == 0) return true;
    std::size_t items = 1;
    for (std::uint32_t d = 0; d < dimensions; ++d) {
        items = product(items, size[d]);
        if (size[d] > limits.max_work_item_sizes[dimensions - 1 - d]) return false;
    }
    return items <= limits.max_work_group_size;
}

void require_sub_group_size(const kernel_record& kernel, std::uint32_t asked, const device_limits& limits) {
    if (offers_sub_group(limits, asked)) return;
    std::string offered;
    for (const std::size_t size : limits.sub_group_sizes) {
        offered += (offered.empty() ? "" : ", ") + std::to_string(size);
    }
    throw exception(errc::kernel_not_supported, "kernel " + kernel_name(kernel) + " requests sub-groups of " +
                                                    std::to_string(asked) + " work-items; " + limits.name +
                                                    " has those of " + offered);
}

/// Throws errc::kernel_not_supported if no work-group of the device has the size that the kernel requires.
void require_offered_group(const launch& l, const device_limits& limits) {
    if (offers_work_group(limits, l.properties.work_group_size, l.kernel->dimensions)) return;
    throw exception(errc::kernel_not_supported, "kernel " + kernel_name(*l.kernel) + " on " + limits.name +
                                                    ": it requires larger work-groups than the device has, of up to " +
                                                    std::to_string(limits.max_work_group_size) + " work-items");
}

void throw_too_many_work_items() { throw exception(errc::nd_range, "a reduction over more than 2^48 work-items"); }

void validate_launch(const launch& l, const device_limits& limits) {
    // What no launch of the kernel could change comes first.
    require_sub_group_size(*l.kernel, l.properties.sub_group_size, limits);
    require_offered_group(l, limits);
    check_global(l, limits);
    if (l.kernel->kind == kernel_kind::nd_range) {
        check_local(l, limits);
    } else if (l.local_memory_bytes > 0) {
        throw exception(errc::kernel_argument, "kernel " + kernel_name(*l.kernel) + " on " + limits.name +
                                                   ": a local_accessor in a kernel that has no work-groups: launch it "
                                                   "over an nd_range");
    }
    require_local_memory(l, local_bytes_asked(l), limits);
}

void validate_declared_memory(const launch& l, const ndw_compiled_kernel& kernel, const device_limits& limits) {
    if (kernel.local_array_count == 0) return;
    std::uint64_t bytes = local_bytes_asked(l);
    for (const ndw_local_array& a : std::span(kernel.local_arrays, kernel.local_array_count)) bytes += a.bytes;
    require_local_memory(l, bytes, limits);
}

}  // namespace ndweave::detail
