#include "runtime/plugin/kernel/sub_groups.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "ndweave/exception.hpp"
#include "runtime/kernel/kernel_name.hpp"

namespace ndweave::detail {
namespace {

bool straddles_rows(std::uint32_t size, const std::uint32_t (&local_range)[3], const ndw_device_info& info) {
    const bool has_rows = local_range[1] * local_range[2] > 1;
    return has_rows && (info.capabilities & NDW_CAP_SUB_GROUP_ROWS) && local_range[0] % size != 0;
}

std::uint32_t own_size(const ndw_device_info& info) { return std::max(info.sub_group_size, 1u); }

bool is_offered(std::uint32_t size, const ndw_device_info& info) {
    return size == own_size(info) ||
           (std::has_single_bit(size) && (info.sub_group_sizes >> std::countr_zero(size) & 1u) != 0);
}

[[noreturn]] void refuse(const launch& l, const std::string& cause) {
    throw exception(errc::kernel_not_supported, "kernel " + kernel_name(*l.kernel) + " requests sub-groups of " +
                                                    std::to_string(l.properties.sub_group_size) + " work-items; " +
                                                    cause);
}

}  // namespace

std::vector<std::size_t> sub_group_sizes(const ndw_device_info& info) {
    std::vector<std::size_t> sizes{own_size(info)};
    for (unsigned bit = 0; bit < 32; ++bit) {
        const std::uint32_t size = 1u << bit;
        if (size != own_size(info) && is_offered(size, info)) sizes.push_back(size);
    }
    return sizes;
}

std::uint32_t sub_group_size(const launch& l, const std::uint32_t (&local_range)[3], const ndw_device_info& info) {
    const std::uint32_t asked = l.properties.sub_group_size, own = own_size(info);
    if (asked == 0) return straddles_rows(own, local_range, info) ? 1 : own;
    if (straddles_rows(asked, local_range, info)) {
        refuse(l, std::string(info.name) + " cuts them from rows of the work-group, which are " +
                      std::to_string(local_range[0]) + " work-items long: make the last extent a multiple");
    }
    return asked;
}

}  // namespace ndweave::detail
