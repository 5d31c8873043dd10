/// SYCL 2020 is_device_copyable (3.13.1), which programs specialize for their own types.
#pragma once

#include "ndweave/device_copyable.hpp"

namespace sycl {

/// What kernels may capture is asked of the kernel, all captures together, and is core's to say.
template <class T>
struct is_device_copyable : ndweave::is_device_copyable<T> {};
template <class T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

}  // namespace sycl
