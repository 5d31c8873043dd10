/// DPC++'s printf of kernels. Plain `printf` and `std::printf` are the same here.
#pragma once

#include <cstdio>

// The compiler sees no literal here, which its warnings ask for.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

namespace sycl::ext::oneapi::experimental {

/// C's printf; the format is a string literal. Prints in one piece.
template <class Format, class... Arguments>
int printf(const Format* format, Arguments... arguments) {
    return ::printf(format, arguments...);
}

}  // namespace sycl::ext::oneapi::experimental

#pragma GCC diagnostic pop
