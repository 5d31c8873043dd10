/// Header of the CUDA backend (SYCL 2020, 4.3): native objects, with the types of its own header where that is
/// installed.
#pragma once

#if __has_include(<cuda.h>)
#include <cuda.h>
#endif

#include "sycl/sycl.hpp"
