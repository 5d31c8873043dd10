/// What SYCL 2020 takes from later C++ (4.5.3, 4.17.5): bit_cast, span.
#pragma once

#include <bit>
#include <span>

namespace sycl {

using std::bit_cast;
using std::dynamic_extent;
using std::span;

}  // namespace sycl
