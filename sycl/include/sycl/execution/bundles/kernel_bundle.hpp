/// SYCL 2020 kernel bundles and kernels (4.11.12 to 4.11.14). Kernels are compiled when they are launched, for their
/// work-group, so bundles of all states hold the same: kernels, and values of specialization constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "sycl/execution/bundles/kernel_id.hpp"
#include "sycl/execution/bundles/kernel_info.hpp"
#include "sycl/execution/context.hpp"
#include "sycl/execution/detail/bundle_image.hpp"
#include "sycl/execution/handler.hpp"
#include "sycl/execution/specialization.hpp"

namespace sycl {

class kernel;

namespace detail {
struct bundle_parts;

template <class T>
void add_once(std::vector<T>& all, const T& one) {
    for (const T& known : all) {
        if (known == one) return;
    }
    all.push_back(one);
}

/// Whether the device can run the kernel: compiles it, if the device lacks optional features.
NDWEAVE_EXPORT bool is_compatible(const bundle_image&, const device&);
}  // namespace detail

/// A kernel of a bundle.
template <bundle_state State>
class device_image {
public:
    device_image() = delete;

    bool has_kernel(const kernel_id& id) const noexcept {
        return &detail::kernel_id_parts::kernel(id) == image_.kernel;
    }
    bool has_kernel(const kernel_id& id, const device& d) const noexcept {
        return has_kernel(id) && detail::is_compatible(image_, d);
    }

    friend bool operator==(const device_image& a, const device_image& b) { return a.image_ == b.image_; }

private:
    friend struct detail::bundle_parts;
    friend struct std::hash<device_image>;
    explicit device_image(detail::bundle_image image) : image_(image) {}

    detail::bundle_image image_;
};

template <bundle_state State>
class kernel_bundle {
public:
    using device_image_iterator = typename std::vector<device_image<State>>::const_iterator;

    kernel_bundle() = delete;

    bool empty() const noexcept { return state_->images.empty(); }
    backend get_backend() const noexcept { return state_->owner.get_backend(); }
    context get_context() const noexcept { return state_->owner; }
    std::vector<device> get_devices() const noexcept { return state_->devices; }

    bool has_kernel(const kernel_id& id) const noexcept {
        for (const auto& image : state_->images) {
            if (image.has_kernel(id)) return true;
        }
        return false;
    }
    /// And the device, one of the bundle's, can run it.
    bool has_kernel(const kernel_id& id, const device& d) const noexcept {
        for (const device& own : state_->devices) {
            if (own != d) continue;
            for (const auto& image : state_->images) {
                if (image.has_kernel(id, d)) return true;
            }
        }
        return false;
    }
    template <class Name>
    bool has_kernel() const noexcept {
        return has_kernel(get_kernel_id<Name>());
    }
    template <class Name>
    bool has_kernel(const device& d) const noexcept {
        return has_kernel(get_kernel_id<Name>(), d);
    }
    std::vector<kernel_id> get_kernel_ids() const;

    /// Throw errc::invalid for a kernel that is not in the bundle.
    kernel get_kernel(const kernel_id&) const requires(State == bundle_state::executable);
    template <class Name>
    requires(State == bundle_state::executable) kernel get_kernel() const;

    /// Whether it has a kernel that takes a kernel_handler.
    bool contains_specialization_constants() const noexcept;
    /// All are.
    bool native_specialization_constant() const noexcept { return contains_specialization_constants(); }
    /// Whether it has such a kernel, and a kernel of the program reads the constant.
    template <auto& Id>
    bool has_specialization_constant() const noexcept {
        return contains_specialization_constants() &&
               detail::used_specialization::is_used(detail::specialization_key<Id>());
    }
    template <auto& Id>
    requires(State == bundle_state::input) void set_specialization_constant(detail::specialization_value<Id> value) {
        state_->constants =
            ndweave::detail::with_constant(state_->constants, detail::specialization_key<Id>(), &value, sizeof value);
    }
    template <auto& Id>
    detail::specialization_value<Id> get_specialization_constant() const {
        return detail::specialization_in<Id>(state_->constants);
    }

    device_image_iterator begin() const { return state_->images.begin(); }
    device_image_iterator end() const { return state_->images.end(); }

    /// Whether context, devices, kernels and values are the same.
    friend bool operator==(const kernel_bundle& a, const kernel_bundle& b) {
        return a.state_ == b.state_ || (a.state_->owner == b.state_->owner && a.state_->devices == b.state_->devices &&
                                        a.state_->images == b.state_->images);
    }

private:
    friend struct detail::bundle_parts;
    friend struct std::hash<kernel_bundle>;

    struct state {
        context owner;
        std::vector<device> devices;
        std::vector<device_image<State>> images;
        /// Of the input: for all images, once they are compiled. Else what is in any image.
        const ndweave::detail::constant_set* constants = nullptr;
    };
    explicit kernel_bundle(std::shared_ptr<state> s) : state_(std::move(s)) {}

    std::shared_ptr<state> state_;
};

/// A kernel of an executable bundle.
class NDWEAVE_EXPORT kernel {
public:
    kernel() = delete;

    backend get_backend() const noexcept { return bundle_.get_backend(); }
    context get_context() const { return bundle_.get_context(); }
    kernel_bundle<bundle_state::executable> get_kernel_bundle() const { return bundle_; }

    template <class Info>
    typename Info::return_type get_info() const;
    /// Throws errc::invalid for a device that cannot run the kernel.
    template <class Info>
    typename Info::return_type get_info(const device&) const;

    /// Descriptors of ext::oneapi::experimental::info::kernel_queue_specific. Throw as get_info of the device.
    template <class Info>
    typename Info::return_type ext_oneapi_get_info(const queue&) const;
    template <class Info>
    typename Info::return_type ext_oneapi_get_info(const queue& q, ndweave::range<1> group,
                                                   std::size_t bytes = 0) const {
        return group_info<Info>(q, group.size(), bytes);
    }
    template <class Info>
    typename Info::return_type ext_oneapi_get_info(const queue& q, ndweave::range<2> group,
                                                   std::size_t bytes = 0) const {
        return group_info<Info>(q, group.size(), bytes);
    }
    template <class Info>
    typename Info::return_type ext_oneapi_get_info(const queue& q, ndweave::range<3> group,
                                                   std::size_t bytes = 0) const {
        return group_info<Info>(q, group.size(), bytes);
    }

    friend bool operator==(const kernel& a, const kernel& b) { return a.equals(b); }

private:
    template <bundle_state State>
    friend class kernel_bundle;
    friend struct std::hash<kernel>;
    template <class Info>
    typename Info::return_type group_info(const queue&, std::size_t items, std::size_t local_bytes) const;
    kernel(kernel_id id, kernel_bundle<bundle_state::executable> bundle) : id_(id), bundle_(std::move(bundle)) {}
    bool equals(const kernel&) const;

    kernel_id id_;
    kernel_bundle<bundle_state::executable> bundle_;
};

namespace detail {

struct bundle_parts {
    template <bundle_state State>
    static kernel_bundle<State> make(const context& c, std::vector<device> devices,
                                     const std::vector<bundle_image>& images,
                                     const ndweave::detail::constant_set* constants) {
        using bundle = kernel_bundle<State>;
        auto made =
            std::make_shared<typename bundle::state>(typename bundle::state{c, std::move(devices), {}, constants});
        for (const bundle_image& one : images) made->images.push_back(device_image<State>(one));
        return bundle(std::move(made));
    }
    template <bundle_state State>
    static device_image<State> image(const bundle_image& of) {
        return device_image<State>(of);
    }
    template <bundle_state State>
    static std::vector<bundle_image> images(const kernel_bundle<State>& b) {
        std::vector<bundle_image> all;
        for (const auto& one : b) all.push_back(one.image_);
        return all;
    }
    template <bundle_state State>
    static const ndweave::detail::constant_set* constants(const kernel_bundle<State>& b) {
        return b.state_->constants;
    }
    NDWEAVE_EXPORT static bool any_takes_handler(const std::vector<bundle_image>&);
    [[noreturn]] NDWEAVE_EXPORT static void throw_no_such_kernel(const kernel_id&);
};

}  // namespace detail

template <bundle_state State>
std::vector<kernel_id> kernel_bundle<State>::get_kernel_ids() const {
    std::vector<kernel_id> ids;
    for (const detail::bundle_image& one : detail::bundle_parts::images(*this)) {
        detail::add_once(ids, detail::kernel_id_parts::make(*one.kernel));
    }
    return ids;
}
template <bundle_state State>
kernel kernel_bundle<State>::get_kernel(const kernel_id& id) const requires(State == bundle_state::executable) {
    if (!has_kernel(id)) detail::bundle_parts::throw_no_such_kernel(id);
    return kernel(id, *this);
}
template <bundle_state State>
template <class Name>
requires(State == bundle_state::executable) kernel kernel_bundle<State>::get_kernel() const {
    return get_kernel(get_kernel_id<Name>());
}
template <bundle_state State>
bool kernel_bundle<State>::contains_specialization_constants() const noexcept {
    return detail::bundle_parts::any_takes_handler(detail::bundle_parts::images(*this));
}

}  // namespace sycl

template <sycl::bundle_state State>
struct std::hash<sycl::device_image<State>> {
    std::size_t operator()(const sycl::device_image<State>& image) const noexcept {
        return std::hash<const void*>()(image.image_.kernel) ^ std::hash<const void*>()(image.image_.constants);
    }
};
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>> {
    std::size_t operator()(const sycl::kernel_bundle<State>& b) const noexcept {
        std::size_t hash = std::hash<sycl::context>()(b.state_->owner);
        for (const auto& one : b) hash = hash * 31 + std::hash<sycl::device_image<State>>()(one);
        return hash;
    }
};
template <>
struct std::hash<sycl::kernel> {
    NDWEAVE_EXPORT std::size_t operator()(const sycl::kernel&) const noexcept;
};
