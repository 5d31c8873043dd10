/// How devices are divided into sub-devices (SYCL 2020, 4.6.4.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ndweave/device.hpp"

namespace ndweave::detail {

class device_impl;

/// A call of create_sub_devices.
struct partition_request {
    info::partition_property property;
    std::vector<std::size_t> counts{};  // compute units of each sub-device
    info::partition_affinity_domain domain = info::partition_affinity_domain::not_applicable;
};

/// What a device tells of its division. As it is here, it has none and is none.
struct partition_info {
    std::uint32_t max_sub_devices = 0;
    std::vector<info::partition_property> properties{};
    std::vector<info::partition_affinity_domain> affinity_domains{};
    // Of a sub-device: how it was made, and of what.
    info::partition_property type = info::partition_property::no_partition;
    info::partition_affinity_domain type_domain = info::partition_affinity_domain::not_applicable;
    std::shared_ptr<device_impl> parent{};
};

}  // namespace ndweave::detail
