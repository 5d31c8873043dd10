/// SYCL 1.2.1's header (SYCL 2020, 4.3): <sycl/sycl.hpp> in namespace cl::sycl.
#pragma once

#include "sycl/sycl.hpp"

namespace cl {
namespace sycl = ::sycl;
}  // namespace cl
