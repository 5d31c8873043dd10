/// What kernels may capture by value (SYCL 2020, 3.13.1).
#pragma once

#include <type_traits>

namespace ndweave {

/// Whether a bitwise copy of an object is an equal object on a device: true for numbers, pointers to USM, arrays,
/// std::pair, std::tuple, std::optional, std::complex and structures of them; false for types that own memory, such as
/// std::vector. A program may specialize it for its own types. It is evaluated for kernels, so for all captures
/// together.
template <class T>
struct is_device_copyable
    : std::bool_constant<std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>> {};
template <class T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

}  // namespace ndweave
