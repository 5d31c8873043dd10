#include "runtime/kernel/validate_launch.hpp"

#include <algorithm>
#include <string>

#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

std::string shape(const std::size_t (&extent)[3], std::uint32_t dimensions) {
    std::string text = "{";
    for (std::uint32_t d = 0; d < dimensions; ++d) text += (d ? ", " : "") + std::to_string(extent[d]);
    return text + "}";
}

/// A local range that divides the global range within the device's limits: each extent is the largest divisor that
/// fits, fastest dimension first.
std::string fitting_local_range(const launch_request& r, const device_limits& limits) {
    std::size_t fit[3] = {1, 1, 1};
    std::size_t remaining = limits.max_work_group_size;
    const int dimensions = static_cast<int>(r.kernel->dimensions);
    for (int d = dimensions - 1; d >= 0; --d) {
        std::size_t divisor = std::min<std::size_t>({remaining, limits.max_work_item_sizes[dimensions - 1 - d],
                                                     std::max<std::size_t>(r.local_range[d], 1), r.global_range[d]});
        while (divisor > 1 && r.global_range[d] % divisor != 0) --divisor;
        fit[d] = std::max<std::size_t>(divisor, 1);
        remaining /= fit[d];
    }
    return shape(fit, r.kernel->dimensions);
}

[[noreturn]] void refuse(const launch_request& r, const device_limits& limits, const std::string& cause, bool suggest) {
    std::string text = "kernel " + kernel_name(*r.kernel) + " on " + limits.name + ": " + cause + " (global range " +
                       shape(r.global_range, r.kernel->dimensions);
    if (r.kernel->kind == kernel_kind::nd_range) text += ", local range " + shape(r.local_range, r.kernel->dimensions);
    text += ")";
    if (suggest) text += "; a local range of " + fitting_local_range(r, limits) + " would fit";
    throw exception(errc::nd_range, text);
}

void check_global(const launch_request& r, const device_limits& limits) {
    std::size_t items = 1;
    for (std::uint32_t d = 0; d < r.kernel->dimensions; ++d) items = product(items, r.global_range[d]);
    if (items > max_work_items) refuse(r, limits, "the global range has more than 2^48 work-items", false);
}

void check_required(const launch_request& r, const device_limits& limits) {
    const std::uint32_t(&required)[3] = r.properties.work_group_size;
    if (required[0] == 0) return;
    for (std::uint32_t d = 0; d < r.kernel->dimensions; ++d) {
        if (r.local_range[d] != required[d]) {
            refuse(r, limits, "the local range is not the required work-group size", false);
        }
    }
}

void check_local(const launch_request& r, const device_limits& limits) {
    const std::uint32_t dimensions = r.kernel->dimensions;
    std::size_t items = 1;
    for (std::uint32_t d = 0; d < dimensions; ++d) {
        if (r.local_range[d] == 0) refuse(r, limits, "the local range is empty", true);
        const std::uint64_t limit = limits.max_work_item_sizes[dimensions - 1 - d];
        if (r.local_range[d] > limit) {
            refuse(
                r, limits,
                "dimension " + std::to_string(d) + " of the local range is above the limit of " + std::to_string(limit),
                true);
        }
        items *= r.local_range[d];
    }
    if (items > limits.max_work_group_size) {
        refuse(r, limits,
               "a work-group of " + std::to_string(items) + " work-items is above the limit of " +
                   std::to_string(limits.max_work_group_size),
               true);
    }
    for (std::uint32_t d = 0; d < dimensions; ++d) {
        if (r.global_range[d] % r.local_range[d] != 0) {
            refuse(r, limits, "the local range does not divide the global range in dimension " + std::to_string(d),
                   true);
        }
    }
    check_required(r, limits);
}

/// The kernel's own request, without the gaps of check mode.
std::uint64_t local_bytes_asked(const launch_request& r) {
    if (!r.local_arrays) return r.local_memory_bytes;
    std::uint64_t bytes = 0;
    for (const local_array& a : *r.local_arrays) bytes += a.bytes;
    return bytes;
}

}  // namespace

bool is_empty(const launch_request& r) {
    const std::size_t* const end = r.global_range + r.kernel->dimensions;
    return std::find(r.global_range, end, std::size_t{0}) != end;
}

void require_sub_group_size(const kernel_record& kernel, std::uint32_t asked, const device_limits& limits) {
    if (std::ranges::find(limits.sub_group_sizes, asked) != limits.sub_group_sizes.end()) return;
    std::string offered;
    for (const std::size_t size : limits.sub_group_sizes) {
        offered += (offered.empty() ? "" : ", ") + std::to_string(size);
    }
    throw exception(errc::kernel_not_supported, "kernel " + kernel_name(kernel) + " requests sub-groups of " +
                                                    std::to_string(asked) + " work-items; " + limits.name +
                                                    " has those of " + offered);
}

void throw_too_many_work_items() { throw exception(errc::nd_range, "a reduction over more than 2^48 work-items"); }

launch validate_launch(const launch_request& r, const device_limits& limits) {
    check_global(r, limits);
    if (r.kernel->kind == kernel_kind::nd_range) check_local(r, limits);
    if (r.properties.sub_group_size != 0) require_sub_group_size(*r.kernel, r.properties.sub_group_size, limits);
    if (const std::uint64_t bytes = local_bytes_asked(r); bytes > limits.local_mem_size) {
        throw exception(errc::memory_allocation, "kernel " + kernel_name(*r.kernel) + " on " + limits.name + ": " +
                                                     std::to_string(bytes) + " bytes of local memory requested, " +
                                                     std::to_string(limits.local_mem_size) + " available");
    }
    launch l{r.kernel, r.functor, {1, 1, 1}, {1, 1, 1}, r.local_memory_bytes, r.properties, r.local_arrays, r.points};
    for (std::uint32_t d = 0; d < r.kernel->dimensions; ++d) {
        const std::uint32_t axis = r.kernel->dimensions - 1 - d;
        l.global_range[axis] = r.global_range[d];
        l.local_range[axis] = static_cast<std::uint32_t>(r.local_range[d]);
    }
    if (r.kernel->kind == kernel_kind::basic) std::fill_n(l.local_range, 3, 0u);
    return l;
}

}  // namespace ndweave::detail
