/// SYCL 2020 context (4.6.3): devices whose commands may use one another's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "sycl/execution/device.hpp"
#include "sycl/execution/exception_list.hpp"
#include "sycl/execution/property_list.hpp"

namespace sycl {

namespace info::context {

struct platform : sycl::detail::descriptor<sycl::platform> {};
struct devices : sycl::detail::descriptor<std::vector<sycl::device>> {};
struct reference_count : sycl::detail::descriptor<std::uint32_t> {};
// What all of the devices can do.
struct atomic_memory_order_capabilities : sycl::detail::descriptor<std::vector<ndweave::memory_order>> {};
struct atomic_fence_order_capabilities : sycl::detail::descriptor<std::vector<ndweave::memory_order>> {};
struct atomic_memory_scope_capabilities : sycl::detail::descriptor<std::vector<ndweave::memory_scope>> {};
struct atomic_fence_scope_capabilities : sycl::detail::descriptor<std::vector<ndweave::memory_scope>> {};

}  // namespace info::context

namespace detail {
struct context_parts;
}  // namespace detail

/// Copies are equal, and no others. Queues, pointers and kernel bundles of different contexts do mix here; what the
/// specification forbids of them is refused where it says that an error is thrown.
class NDWEAVE_EXPORT context {
public:
    /// Of the default device.
    explicit context(const property_list& properties = {}) : context(async_handler(), properties) {}
    explicit context(const async_handler& handler, const property_list& properties = {})
        : context(sycl::device(), handler, properties) {}
    explicit context(const device& d, const property_list& properties = {}) : context(d, async_handler(), properties) {}
    explicit context(const device&, const async_handler&, const property_list& = {});
    explicit context(const platform& p, const property_list& properties = {}) : context(p.get_devices(), properties) {}
    explicit context(const platform& p, const async_handler& handler, const property_list& properties = {})
        : context(p.get_devices(), handler, properties) {}
    /// Throws errc::invalid for no devices, and for devices of several platforms.
    explicit context(const std::vector<device>& devices, const property_list& properties = {})
        : context(devices, async_handler(), properties) {}
    explicit context(const std::vector<device>& devices, const async_handler&, const property_list& = {});

    backend get_backend() const noexcept { return state_->devices.front().get_backend(); }
    platform get_platform() const { return state_->devices.front().get_platform(); }
    std::vector<device> get_devices() const;

    template <class Info>
    typename Info::return_type get_info() const;

    template <class Property>
    bool has_property() const noexcept {
        return state_->properties.template has_property<Property>();
    }
    template <class Property>
    Property get_property() const {
        return state_->properties.template get_property<Property>();
    }

    friend bool operator==(const context& a, const context& b) { return a.state_ == b.state_; }

private:
    friend struct detail::context_parts;
    friend struct std::hash<context>;

    struct state {
        std::vector<device> devices;
        async_handler handler;
        property_list properties;
    };
    std::shared_ptr<const state> state_;
};

#define SYCL_DETAIL_INFO(descriptor)                                                                              \
    template <>                                                                                                   \
    NDWEAVE_EXPORT typename info::context::descriptor::return_type context::get_info<info::context::descriptor>() \
        const;
SYCL_DETAIL_INFO(platform)
SYCL_DETAIL_INFO(devices)
SYCL_DETAIL_INFO(reference_count)
SYCL_DETAIL_INFO(atomic_memory_order_capabilities)
SYCL_DETAIL_INFO(atomic_fence_order_capabilities)
SYCL_DETAIL_INFO(atomic_memory_scope_capabilities)
SYCL_DETAIL_INFO(atomic_fence_scope_capabilities)
#undef SYCL_DETAIL_INFO

namespace detail {

/// For queues.
struct context_parts {
    static const async_handler& handler(const context& c) { return c.state_->handler; }
    /// That of queues for which the program names none: the same for all queues of a device.
    NDWEAVE_EXPORT static context default_of(const device&);
};

}  // namespace detail

}  // namespace sycl

// What errors tell of as their context (4.13.2).
template <>
struct ndweave::detail::context_of_errors<void> {
    using type = sycl::context;
};
template <>
struct ndweave::detail::context_of_errors<sycl::context> {
    using type = sycl::context;
};

template <>
struct std::hash<sycl::context> {
    std::size_t operator()(const sycl::context& c) const noexcept { return std::hash<const void*>()(c.state_.get()); }
};
