/// Header of the HIP backend (SYCL 2020, 4.3): native objects, with the types of its own header where that is
/// installed.
#pragma once

#if __has_include(<hip/hip_runtime_api.h>) && (defined(__HIP_PLATFORM_AMD__) || defined(__HIP_PLATFORM_NVIDIA__))
#include <hip/hip_runtime_api.h>
#endif

#include "sycl/sycl.hpp"
