/// What SYCL 2020 takes from later C++ (4.5.3, 4.17.5): bit_cast, span; and the byte that it had before C++ (4.14.1).
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace sycl {

using std::bit_cast;
using std::dynamic_extent;
using std::span;

using byte = std::uint8_t;  // deprecated: std::byte

}  // namespace sycl
