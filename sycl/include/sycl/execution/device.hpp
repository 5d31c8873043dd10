/// SYCL 2020 device, platform and device selectors (4.6.1, 4.6.2, 4.6.4).
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sycl/execution/info.hpp"

namespace sycl {

namespace ext::oneapi::experimental {
enum class architecture;  // ext/oneapi/info.hpp
}  // namespace ext::oneapi::experimental

using ndweave::backend;
using ndweave::cpu_selector_v;
using ndweave::default_selector_v;
using ndweave::gpu_selector_v;

// Of SYCL 1.2.1.
class default_selector;
class cpu_selector;
class gpu_selector;

/// Core's device, with what else SYCL tells of it.
class NDWEAVE_EXPORT device : public ndweave::device {
public:
    /// Core's default: what NDWEAVE_DEVICE names, else the CPU.
    device() = default;
    device(const ndweave::device& core) : ndweave::device(core) {}
    template <class Selector>
    requires requires(const Selector& s, const device& d) { int{s(d)}; }
    explicit device(const Selector& selector) : ndweave::device(selector) {}
    // As core's, which find the default device without the others.
    explicit device(const default_selector&) : device() {}
    explicit device(const cpu_selector&) : device(cpu_selector_v) {}
    explicit device(const gpu_selector&) : device(gpu_selector_v) {}

    static std::vector<device> get_devices(info::device_type type = info::device_type::all);

    bool is_accelerator() const { return false; }
    bool has(aspect) const;
    bool has_extension(const std::string& name) const;
    platform get_platform() const;
    bool ext_oneapi_architecture_is(ext::oneapi::experimental::architecture) const;

    template <class Info>
    typename Info::return_type get_info() const {
        if constexpr (std::is_same_v<Info, info::device::parent_device>) {
            return ndweave::device::get_info<ndweave::info::device::parent_device>();
        } else if constexpr (std::is_same_v<Info, info::device::sub_group_sizes>) {
            return sub_group_sizes();
        } else if constexpr (requires { Info::is_sycls; }) {
            return own_info<Info>();
        } else {
            return ndweave::device::get_info<Info>();
        }
    }

    template <info::partition_property Property, class Argument>
    std::vector<device> create_sub_devices(const Argument& argument) const {
        const auto parts = ndweave::device::create_sub_devices<Property>(argument);
        return {parts.begin(), parts.end()};
    }

private:
    template <class Info>
    typename Info::return_type own_info() const;
    /// The largest is that of kernels without an attribute, for which programs take it; attributes may ask for larger
    /// ones.
    std::vector<std::size_t> sub_group_sizes() const;
};

/// The devices of one backend (4.6.2).
class NDWEAVE_EXPORT platform {
public:
    /// That of the default device.
    platform() : platform(device()) {}
    explicit platform(const device& d) : backend_(d.get_backend()) {}
    template <class Selector>
    requires requires(const Selector& s, const device& d) { int{s(d)}; }
    explicit platform(const Selector& selector) : platform(device(selector)) {}

    static std::vector<platform> get_platforms();

    std::vector<device> get_devices(info::device_type type = info::device_type::all) const;
    backend get_backend() const noexcept { return backend_; }
    /// Whether all of its devices have it.
    bool has(aspect) const;
    bool has_extension(const std::string&) const { return false; }

    template <class Info>
    typename Info::return_type get_info() const;

    friend bool operator==(const platform& a, const platform& b) { return a.backend_ == b.backend_; }

private:
    backend backend_;
};

inline platform device::get_platform() const { return platform(*this); }

/// SYCL 1.2.1's selectors (4.6.1.1), which programs derive from: the device with the highest score, none below 0.
class device_selector {
public:
    virtual ~device_selector() = default;
    virtual int operator()(const device&) const = 0;
    device select_device() const {
        return device([this](const device& d) { return (*this)(d); });
    }
};
class default_selector : public device_selector {
public:
    int operator()(const device& d) const override { return default_selector_v(d); }
};
class cpu_selector : public device_selector {
public:
    int operator()(const device& d) const override { return cpu_selector_v(d); }
};
class gpu_selector : public device_selector {
public:
    int operator()(const device& d) const override { return gpu_selector_v(d); }
};
inline constexpr auto accelerator_selector_v = [](const device&) { return -1; };
class accelerator_selector : public device_selector {
public:
    int operator()(const device& d) const override { return accelerator_selector_v(d); }
};

/// Selects a device that has all of the first and none of the second (4.6.1.1).
inline auto aspect_selector(std::vector<aspect> has, std::vector<aspect> lacks = {}) {
    return [has = std::move(has), lacks = std::move(lacks)](const device& d) {
        for (const aspect a : has) {
            if (!d.has(a)) return -1;
        }
        for (const aspect a : lacks) {
            if (d.has(a)) return -1;
        }
        return 1;
    };
}
template <class... Aspects>
requires(std::is_same_v<Aspects, aspect> && ...) auto aspect_selector(Aspects... has) {
    return aspect_selector(std::vector<aspect>{has...});
}
template <aspect... Has>
auto aspect_selector() {
    return aspect_selector(std::vector<aspect>{Has...});
}

}  // namespace sycl

template <>
struct std::hash<sycl::device> {
    std::size_t operator()(const sycl::device& d) const { return std::hash<std::string>()(d.identifier()); }
};
template <>
struct std::hash<sycl::platform> {
    std::size_t operator()(const sycl::platform& p) const noexcept { return static_cast<std::size_t>(p.get_backend()); }
};
