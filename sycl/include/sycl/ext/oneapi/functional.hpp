/// The names that SYCL 2020's function objects had in sycl_ext_oneapi_group_algorithms.
#pragma once

#include "ndweave/functional.hpp"

namespace sycl::ext::oneapi {

using ndweave::bit_and;
using ndweave::bit_or;
using ndweave::bit_xor;
using ndweave::maximum;
using ndweave::minimum;
using ndweave::multiplies;
using ndweave::plus;

}  // namespace sycl::ext::oneapi
