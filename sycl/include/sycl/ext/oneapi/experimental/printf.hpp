/// DPC++'s printf of kernels. Plain `printf` and `std::printf` are the same here.
#pragma once

#include <cstdio>

namespace sycl::ext::oneapi::experimental {

/// C's printf; the format is a string literal. Prints in one piece.
template <class Format, class... Arguments>
int printf(const Format* format, Arguments... arguments) {
    return ::printf(format, arguments...);
}

}  // namespace sycl::ext::oneapi::experimental
