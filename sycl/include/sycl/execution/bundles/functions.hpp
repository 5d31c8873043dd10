/// SYCL 2020's functions that make kernel bundles (4.11.7 to 4.11.11). All throw errc::invalid for no devices, and for
/// devices that are not the context's.
#pragma once

#include <concepts>
#include <vector>

#include "sycl/execution/bundles/kernel_bundle.hpp"
#include "sycl/execution/property_list.hpp"

namespace sycl {

namespace detail {

/// Without those that come twice. Throws as above; a device made of the context's is one, too.
NDWEAVE_EXPORT std::vector<device> devices_of_bundle(const context&, const std::vector<device>&);
/// The kernels, all if `ids` is null, that one of the devices can run. Throws errc::invalid if none can run one of
/// `ids`.
NDWEAVE_EXPORT std::vector<bundle_image> images_for(const std::vector<device>&, const std::vector<kernel_id>* ids);
[[noreturn]] NDWEAVE_EXPORT void throw_bundles_differ(const char* doing, const char* in);

struct bundle_contents {
    std::vector<bundle_image> images;
    const ndweave::detail::constant_set* constants = nullptr;
};

/// Of all bundles, each image once. Throws errc::invalid for no bundles and for several contexts.
template <bundle_state State>
bundle_contents contents_of(const std::vector<kernel_bundle<State>>& bundles, const char* doing) {
    if (bundles.empty()) throw_bundles_differ(doing, "nothing");
    bundle_contents all;
    for (const kernel_bundle<State>& one : bundles) {
        if (one.get_context() != bundles.front().get_context()) throw_bundles_differ(doing, "contexts");
        for (const bundle_image& image : bundle_parts::images(one)) add_once(all.images, image);
        all.constants = ndweave::detail::merged(all.constants, bundle_parts::constants(one));
    }
    return all;
}

}  // namespace detail

// With the kernels that one of the devices can run.
// --------------------------------------------------------------------

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& c, const std::vector<device>& devices) {
    const std::vector<device> own = detail::devices_of_bundle(c, devices);
    return detail::bundle_parts::make<State>(c, own, detail::images_for(own, nullptr), nullptr);
}
/// With these kernels. Throws errc::invalid if none of the devices can run one of them.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& c, const std::vector<device>& devices,
                                       const std::vector<kernel_id>& ids) {
    const std::vector<device> own = detail::devices_of_bundle(c, devices);
    return detail::bundle_parts::make<State>(c, own, detail::images_for(own, &ids), nullptr);
}
/// With those for whose image the predicate is true.
template <bundle_state State, std::predicate<const device_image<State>&> Selector>
kernel_bundle<State> get_kernel_bundle(const context& c, const std::vector<device>& devices, Selector selector) {
    const std::vector<device> own = detail::devices_of_bundle(c, devices);
    std::vector<detail::bundle_image> chosen;
    for (const detail::bundle_image& one : detail::images_for(own, nullptr)) {
        if (selector(detail::bundle_parts::image<State>(one))) chosen.push_back(one);
    }
    return detail::bundle_parts::make<State>(c, own, chosen, nullptr);
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& c) {
    return get_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& c, const std::vector<kernel_id>& ids) {
    return get_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <bundle_state State, std::predicate<const device_image<State>&> Selector>
kernel_bundle<State> get_kernel_bundle(const context& c, Selector selector) {
    return get_kernel_bundle<State>(c, c.get_devices(), selector);
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& c) {
    return get_kernel_bundle<State>(c, c.get_devices(), std::vector<kernel_id>{get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context& c, const std::vector<device>& devices) {
    return get_kernel_bundle<State>(c, devices, std::vector<kernel_id>{get_kernel_id<Name>()});
}

// Whether there is such a bundle.
// ---------------------------------------------------------------------------------------

NDWEAVE_EXPORT bool is_compatible(const std::vector<kernel_id>&, const device&);
template <class Name>
bool is_compatible(const device& d) {
    return is_compatible(std::vector<kernel_id>{get_kernel_id<Name>()}, d);
}

template <bundle_state State>
bool has_kernel_bundle(const context& c, const std::vector<device>& devices) {
    return !detail::images_for(detail::devices_of_bundle(c, devices), nullptr).empty();
}
template <bundle_state State>
bool has_kernel_bundle(const context& c, const std::vector<device>& devices, const std::vector<kernel_id>& ids) {
    const std::vector<device> own = detail::devices_of_bundle(c, devices);
    for (const kernel_id& id : ids) {
        bool runs = false;
        for (const device& d : own) runs = runs || is_compatible(std::vector<kernel_id>{id}, d);
        if (!runs) return false;
    }
    return true;
}
template <bundle_state State>
bool has_kernel_bundle(const context& c) {
    return has_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context& c, const std::vector<kernel_id>& ids) {
    return has_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <class Name, bundle_state State>
bool has_kernel_bundle(const context& c) {
    return has_kernel_bundle<State>(c, std::vector<kernel_id>{get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
bool has_kernel_bundle(const context& c, const std::vector<device>& devices) {
    return has_kernel_bundle<State>(c, devices, std::vector<kernel_id>{get_kernel_id<Name>()});
}

// From bundles.
// ---------------------------------------------------------------------------------------------------------

/// With the kernels of all; of no bundles an empty one of the default context. Throws errc::invalid if contexts or
/// devices differ.
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>>& bundles) {
    if (bundles.empty()) {
        const context c;
        return detail::bundle_parts::make<State>(c, c.get_devices(), {}, nullptr);
    }
    const detail::bundle_contents all = detail::contents_of(bundles, "join");
    for (const kernel_bundle<State>& one : bundles) {
        if (one.get_devices() != bundles.front().get_devices()) detail::throw_bundles_differ("join", "devices");
    }
    return detail::bundle_parts::make<State>(bundles.front().get_context(), bundles.front().get_devices(), all.images,
                                             all.constants);
}

/// The values of specialization constants are fixed.
NDWEAVE_EXPORT kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input>&,
                                                           const std::vector<device>&, const property_list& = {});
NDWEAVE_EXPORT kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input>&,
                                                           const property_list& = {});

NDWEAVE_EXPORT kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object>&,
                                                            const std::vector<device>&, const property_list& = {});
NDWEAVE_EXPORT kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object>&,
                                                            const property_list& = {});
/// Throws errc::invalid if contexts differ, or the devices are not of all bundles.
NDWEAVE_EXPORT kernel_bundle<bundle_state::executable> link(
    const std::vector<kernel_bundle<bundle_state::object>>& bundles, const std::vector<device>& devices,
    const property_list& = {});
/// For the devices that all bundles have.
NDWEAVE_EXPORT kernel_bundle<bundle_state::executable> link(
    const std::vector<kernel_bundle<bundle_state::object>>& bundles, const property_list& = {});

NDWEAVE_EXPORT kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input>&,
                                                             const std::vector<device>&, const property_list& = {});
NDWEAVE_EXPORT kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input>&,
                                                             const property_list& = {});

}  // namespace sycl
