/// How accessors access (SYCL 2020, 4.7.6.2 to 4.7.6.4), with what SYCL 1.2.1 has of it.
#pragma once

#include <type_traits>

#include "sycl/execution/property_list.hpp"
#include "sycl/memory/access.hpp"

namespace sycl {

enum class access_mode : int { read = 1024, write, read_write, discard_write, discard_read_write, atomic };

enum class target : int {
    device = 2014,
    host_task,
    constant_buffer,
    local,
    host_buffer,
    // Of SYCL 1.2.1's images, which are not there: names for programs that compare with them.
    image,
    host_image,
    image_array,
    global_buffer = device,
};

namespace access {
using mode = sycl::access_mode;
using target = sycl::target;
enum class placeholder : int { false_t, true_t };
}  // namespace access

namespace property {
/// What was in the accessor's range before does not matter: every element is written before it is read.
struct no_init : detail::property_base {};
}  // namespace property

inline constexpr property::no_init no_init;

// Tags for constructors of accessors (4.7.6.5), which deduce the mode and the target.
template <access_mode>
struct mode_tag_t {
    explicit mode_tag_t() = default;
};
template <access_mode, target>
struct mode_target_tag_t {
    explicit mode_target_tag_t() = default;
};

inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer> read_constant{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task> read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};

namespace detail {

constexpr bool mode_writes(access_mode m) { return m != access_mode::read; }
constexpr bool mode_discards(access_mode m) {
    return m == access_mode::discard_write || m == access_mode::discard_read_write;
}

/// The mode and target of a tag.
template <class Tag>
struct tag_traits {
    static constexpr bool is_tag = false;
};
template <access_mode M>
struct tag_traits<mode_tag_t<M>> {
    static constexpr bool is_tag = true;
    static constexpr access_mode mode = M;
    static constexpr sycl::target target = sycl::target::device;
};
template <access_mode M, sycl::target Target>
struct tag_traits<mode_target_tag_t<M, Target>> {
    static constexpr bool is_tag = true;
    static constexpr access_mode mode = M;
    static constexpr sycl::target target = Target;
};
template <class Tag>
concept accessor_tag = tag_traits<std::remove_cvref_t<Tag>>::is_tag;

/// The mode and target that the tag among an accessor's arguments says; without one, the default for `T`.
template <class T, class... Arguments>
constexpr access_mode deduced_mode() {
    access_mode mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write;
    (
        [&] {
            if constexpr (accessor_tag<Arguments>) mode = tag_traits<Arguments>::mode;
        }(),
        ...);
    return mode;
}
template <class... Arguments>
constexpr target deduced_target() {
    target result = target::device;
    (
        [&] {
            if constexpr (accessor_tag<Arguments>) result = tag_traits<Arguments>::target;
        }(),
        ...);
    return result;
}

template <class T>
inline constexpr access_mode default_mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write;

}  // namespace detail

}  // namespace sycl
