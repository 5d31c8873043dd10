/// Address spaces and whether pointers tell theirs (SYCL 2020, 4.7.7.1).
#pragma once

#include "ndweave/nd_item.hpp"

namespace sycl::access {

using ndweave::access::address_space;
using ndweave::access::fence_space;

enum class decorated : int { no, yes, legacy };

}  // namespace sycl::access
