// device::create_sub_devices and what devices tell of their partition.
#include <algorithm>
#include <numeric>
#include <string>

#include "runtime/device/partition.hpp"
#include "runtime/queue/access.hpp"

namespace ndweave {
namespace {

using detail::partition_info;
using detail::partition_request;
using info::partition_affinity_domain;
using info::partition_property;

std::string units_text(std::size_t units) {
    return std::to_string(units) + (units == 1 ? " compute unit" : " compute units");
}

std::string property_name(partition_property p) {
    switch (p) {
        case partition_property::partition_equally:
            return "partition_equally";
        case partition_property::partition_by_counts:
            return "partition_by_counts";
        case partition_property::partition_by_affinity_domain:
            return "partition_by_affinity_domain";
        case partition_property::no_partition:
            break;
    }
    return "no_partition";
}

std::string domain_name(partition_affinity_domain d) {
    switch (d) {
        case partition_affinity_domain::numa:
            return "numa";
        case partition_affinity_domain::L4_cache:
            return "L4_cache";
        case partition_affinity_domain::L3_cache:
            return "L3_cache";
        case partition_affinity_domain::L2_cache:
            return "L2_cache";
        case partition_affinity_domain::L1_cache:
            return "L1_cache";
        case partition_affinity_domain::next_partitionable:
            return "next_partitionable";
        case partition_affinity_domain::not_applicable:
            break;
    }
    return "not_applicable";
}

template <class T, class Name>
std::string joined(const std::vector<T>& list, const Name& name) {
    std::string text;
    for (const T& each : list) text += (text.empty() ? "" : ", ") + name(each);
    return text;
}

[[noreturn]] void refuse(errc code, const device& d, partition_property property, const std::string& why) {
    throw exception(code, "create_sub_devices<" + property_name(property) + "> of " + d.identifier() + ": " + why);
}

/// Throws where the device cannot be divided so.
void require_supported(const device& d, const partition_info& info, const partition_request& r) {
    if (d.backend_name() != "cpu") {
        refuse(errc::feature_not_supported, d, r.property,
               "only device cpu and its sub-devices can be divided; this is one of backend " + d.backend_name());
    }
    if (info.properties.empty()) {
        refuse(errc::feature_not_supported, d, r.property,
               "there are no two processors for it: it has " +
                   units_text(d.get_info<info::device::max_compute_units>()) +
                   " (by the process's affinity, control groups and NDWEAVE_CPU_THREADS)");
    }
    if (r.property != partition_property::partition_by_affinity_domain) return;
    if (std::ranges::find(info.affinity_domains, r.domain) != info.affinity_domains.end()) return;
    refuse(errc::feature_not_supported, d, r.property,
           domain_name(r.domain) + " divides it into no two parts; " +
               (info.affinity_domains.empty() ? "its processors are of one NUMA node: use partition_equally or "
                                                "partition_by_counts"
                                              : "what does is " + joined(info.affinity_domains, domain_name)));
}

/// Throws where the counts are more than the device has. Those that are 0 stand for nothing.
void require_units(const device& d, const partition_request& r) {
    const std::size_t units = d.get_info<info::device::max_compute_units>();
    std::size_t left = units;
    for (std::size_t i = 0; i < r.counts.size(); ++i) {
        if (r.counts[i] > left) {
            refuse(errc::invalid, d, r.property,
                   "count number " + std::to_string(i) + " is " + std::to_string(r.counts[i]) + ", and of " +
                       units_text(units) + " the counts before it leave " + std::to_string(left) +
                       ": all of them may be " + std::to_string(units) + " together");
        }
        left -= r.counts[i];
    }
    if (left == units) {
        refuse(errc::invalid, d, r.property,
               "the " + std::to_string(r.counts.size()) +
                   " counts name no compute unit: give one of 1 or more for each sub-device");
    }
}

/// The counts of as many sub-devices of `count` compute units as the device has.
std::vector<std::size_t> equal_counts(const device& d, std::size_t count) {
    constexpr partition_property property = partition_property::partition_equally;
    const std::size_t units = d.get_info<info::device::max_compute_units>();
    if (count == 0 || count > units) {
        refuse(errc::invalid, d, property,
               std::to_string(count) + " compute units for each sub-device: it must be from 1 to the device's " +
                   std::to_string(units));
    }
    return std::vector<std::size_t>(units / count, count);
}

}  // namespace

std::vector<device> device::sub_devices(const partition_request& request) const {
    std::vector<device> made;
    for (auto& impl : impl_->make_sub_devices(impl_, request)) made.push_back(device(std::move(impl)));
    return made;
}

std::vector<device> device::sub_devices_equally(std::size_t count) const {
    partition_request request{.property = partition_property::partition_equally};
    require_supported(*this, impl_->partition(), request);
    request.counts = equal_counts(*this, count);
    return sub_devices(request);
}

std::vector<device> device::sub_devices_by_counts(const std::vector<std::size_t>& counts) const {
    partition_request request{.property = partition_property::partition_by_counts, .counts = counts};
    require_supported(*this, impl_->partition(), request);
    require_units(*this, request);
    std::erase(request.counts, 0u);
    return sub_devices(request);
}

std::vector<device> device::sub_devices_by_affinity_domain(partition_affinity_domain domain) const {
    const partition_request request{.property = partition_property::partition_by_affinity_domain, .domain = domain};
    require_supported(*this, impl_->partition(), request);
    return sub_devices(request);
}

#define NDWEAVE_INFO(descriptor, expression)                                                                           \
    template <>                                                                                                        \
    NDWEAVE_EXPORT typename info::device::descriptor::return_type device::get_info<info::device::descriptor>() const { \
        const partition_info p = impl_->partition();                                                                   \
        return expression;                                                                                             \
    }
NDWEAVE_INFO(partition_max_sub_devices, p.max_sub_devices)
NDWEAVE_INFO(partition_properties, p.properties)
NDWEAVE_INFO(partition_affinity_domains, p.affinity_domains)
NDWEAVE_INFO(partition_type_property, p.type)
NDWEAVE_INFO(partition_type_affinity_domain, p.type_domain)
#undef NDWEAVE_INFO

template <>
NDWEAVE_EXPORT device device::get_info<info::device::parent_device>() const {
    auto parent = impl_->partition().parent;
    if (!parent) {
        throw exception(errc::invalid, "get_info<parent_device> of " + identifier() +
                                           ": it is no sub-device; those that create_sub_devices returns have parents");
    }
    return device(std::move(parent));
}

}  // namespace ndweave
