/// sycl_ext_oneapi_device_global: variables at namespace scope that each device has a copy of.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "ndweave/detail/device_global.hpp"
#include "ndweave/detail/kernel.hpp"
#include "ndweave/handler.hpp"
#include "sycl/ext/oneapi/device_global/properties.hpp"
#include "sycl/memory/address_space_cast.hpp"
#include "sycl/memory/multi_ptr.hpp"

#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1

namespace sycl {

namespace detail {

template <class T>
inline constexpr bool is_device_global = false;
template <class T, class PropertyList>
inline constexpr bool is_device_global<ext::oneapi::experimental::device_global<T, PropertyList>> = true;

/// As loads of vectors like it; a scalar does not need as much.
template <class T>
inline constexpr std::size_t device_global_alignment = alignof(T) > (sizeof(T) < 64 ? 16 : 64) ? alignof(T)
                                                       : sizeof(T) < 64                        ? 16
                                                                                               : 64;

template <class T>
NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
inline constexpr ndweave::detail::device_global_layout device_global_layout_of{
    sizeof(T), (sizeof(ndweave::detail::device_global) + device_global_alignment<T> - 1) /
                   device_global_alignment<T>* device_global_alignment<T>};

struct device_global_copies;

}  // namespace detail

namespace ext::oneapi::experimental {

/// A `T` for each device and its contexts, that all kernels share, at namespace scope or a static member. On the CPU
/// and its sub-devices, and in what GCC compiles, it is the program's own variable. The member functions are for
/// kernels; the host copies (queue, handler).
template <class T, class PropertyList = empty_properties_t>
class device_global {
    static_assert(std::is_trivially_destructible_v<T>, "a device_global holds what has a trivial destructor");
    static_assert(is_property_list_v<PropertyList>, "a list of properties is wanted: decltype(properties(…))");

    using value_type = std::remove_const_t<T>;
    static constexpr bool copies = !PropertyList::template has_property<device_image_scope_key>();

public:
    using element_type = std::remove_extent_t<T>;

// As where constants initialise: `device_global<float>{1.5}`, `device_global<int[2][2]>{1, 2, 3, 4}`.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++11-narrowing"
#pragma clang diagnostic ignored "-Wmissing-braces"
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wmissing-braces"
#endif
    /// Each device's value is `T{args…}`.
    template <class... Arguments>
    requires(sizeof...(Arguments) != 1 || !(detail::is_device_global<std::remove_cvref_t<Arguments>> || ...))
    consteval explicit device_global(Arguments&&... arguments) : value_{std::forward<Arguments>(arguments)...} {}
#ifdef __clang__
#pragma clang diagnostic pop
#else
#pragma GCC diagnostic pop
#endif

    /// Begins with the other's initial value.
    constexpr device_global(const device_global& other) requires copies : value_(other.value_) {}
    template <class U, class OtherProperties>
    requires(copies && std::is_convertible_v<U, T>)
    constexpr device_global(const device_global<U, OtherProperties>& other) : value_(other.value_) {}
    device_global(const device_global&&) = delete;
    device_global& operator=(const device_global&) = delete;
    device_global& operator=(const device_global&&) = delete;

    template <access::decorated Decorated>
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    multi_ptr<T, access::address_space::global_space, Decorated> get_multi_ptr() noexcept {
        return address_space_cast<access::address_space::global_space, Decorated>(static_cast<T*>(&value_));
    }
    template <access::decorated Decorated>
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    multi_ptr<const T, access::address_space::global_space, Decorated> get_multi_ptr() const noexcept {
        return address_space_cast<access::address_space::global_space, Decorated>(static_cast<const T*>(&value_));
    }

    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    operator T&() noexcept { return value_; }
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    operator const T&() const noexcept { return value_; }
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    T& get() noexcept { return value_; }
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    const T& get() const noexcept { return value_; }

    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    device_global& operator=(const T& value) noexcept requires std::is_copy_assignable_v<T> {
        value_ = value;
        return *this;
    }

    template <class U = T, class = decltype(std::declval<U&>()[std::ptrdiff_t{}])>
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    auto& operator[](std::ptrdiff_t index) noexcept {
        return static_cast<T&>(value_)[index];
    }
    template <class U = T, class = decltype(std::declval<const U&>()[std::ptrdiff_t{}])>
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    const auto& operator[](std::ptrdiff_t index) const noexcept {
        return value_[index];
    }

    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    T& operator->() noexcept requires(std::is_pointer_v<T> || requires(T& value) { value.operator->(); }) {
        return value_;
    }
    NDWEAVE_DETAIL_ANNOTATE("ndweave.device_global")
    const T& operator->() const noexcept
        requires(std::is_pointer_v<T> || requires(const T& value) { value.operator->(); }) {
        return value_;
    }

    template <class Key>
    static constexpr bool has_property() {
        static_assert(is_property_key<Key>::value, "a property of device_global is wanted");
        return PropertyList::template has_property<Key>();
    }
    template <class Key>
    static constexpr auto get_property() {
        static_assert(is_property_key<Key>::value, "a property of device_global is wanted");
        return PropertyList::template get_property<Key>();
    }

private:
    template <class, class>
    friend class device_global;
    friend struct detail::device_global_copies;

    ndweave::detail::device_global start_{&detail::device_global_layout_of<value_type>};
    alignas(detail::device_global_alignment<value_type>) value_type value_;
};

}  // namespace ext::oneapi::experimental

namespace detail {

using ext::oneapi::experimental::device_global;

template <class T>
inline constexpr std::size_t elements_in = sizeof(T) / sizeof(std::remove_all_extents_t<T>);
template <class T>
constexpr std::size_t element_bytes(std::size_t count) {
    return ndweave::detail::bytes_of(count, sizeof(std::remove_all_extents_t<T>));
}

/// What queues and handlers copy: the memory of a device.
struct device_global_copies {
    template <class T, class PropertyList>
    static void* written(ext::oneapi::experimental::device_global<T, PropertyList>& variable, const ndweave::device& on,
                         std::size_t bytes, std::size_t offset) {
        static_assert(may<T, PropertyList, ext::oneapi::experimental::host_access_enum::write>(),
                      "the device_global's property host_access says that the host does not write it");
        return ndweave::detail::device_global_copy(variable.start_, on, bytes, offset);
    }
    template <class T, class PropertyList>
    static const void* read(const ext::oneapi::experimental::device_global<T, PropertyList>& variable,
                            const ndweave::device& on, std::size_t bytes, std::size_t offset) {
        static_assert(may<T, PropertyList, ext::oneapi::experimental::host_access_enum::read>(),
                      "the device_global's property host_access says that the host does not read it");
        return ndweave::detail::device_global_copy(variable.start_, on, bytes, offset);
    }

private:
    template <class T, class PropertyList, ext::oneapi::experimental::host_access_enum Access>
    static constexpr bool may() {
        static_assert(std::is_trivially_copyable_v<std::remove_const_t<T>>,
                      "the host copies device globals of device-copyable types");
        using key = ext::oneapi::experimental::host_access_key;
        if constexpr (PropertyList::template has_property<key>()) {
            using asserted = decltype(PropertyList::template get_property<key>());
            return std::is_same_v<asserted, key::value_t<Access>> ||
                   std::is_same_v<asserted, key::value_t<ext::oneapi::experimental::host_access_enum::read_write>>;
        }
        return true;
    }
};

}  // namespace detail

}  // namespace sycl
