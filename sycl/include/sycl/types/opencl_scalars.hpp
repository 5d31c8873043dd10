/// OpenCL's scalar types under their names of SYCL 2020's OpenCL backend (C.6).
#pragma once

#include <cstdint>

#include "sycl/types/half.hpp"
#include "sycl/types/vec.hpp"

namespace sycl::opencl {

using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_float = float;
using cl_double = double;
using cl_half = sycl::half;

}  // namespace sycl::opencl

namespace sycl {

// SYCL 1.2.1's place for them (4.10.1), but for those that OpenCL's own header has as other types.
using opencl::cl_char;
using opencl::cl_double;
using opencl::cl_float;
using opencl::cl_int;
using opencl::cl_long;
using opencl::cl_short;
using opencl::cl_uchar;
using opencl::cl_uint;
using opencl::cl_ulong;
using opencl::cl_ushort;

// Vectors of them, of SYCL 1.2.1 (4.10.2.2).
#define NDWEAVE_DETAIL_OPENCL_VECTORS(name) \
    using name##2 = vec<opencl::name, 2>;   \
    using name##3 = vec<opencl::name, 3>;   \
    using name##4 = vec<opencl::name, 4>;   \
    using name##8 = vec<opencl::name, 8>;   \
    using name##16 = vec<opencl::name, 16>;
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_char)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_uchar)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_short)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_ushort)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_int)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_uint)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_long)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_ulong)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_float)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_double)
NDWEAVE_DETAIL_OPENCL_VECTORS(cl_half)
#undef NDWEAVE_DETAIL_OPENCL_VECTORS

}  // namespace sycl
