/// Validation's messages.
#pragma once

#include <string>

#include "cpu/validation/memory_image.hpp"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// About numbers that could not be compared; empty if there are none.
std::string indeterminate_text(const comparison&);

std::string order_text(const comparison&);

std::string company_text(const comparison&);

/// "kernel K: … number 17 of what capture 2 (byte 8 of the functor) points to is … instead of …". `place` and `step`
/// may be empty.
std::string wrong_result_text(const launch&, const comparison&, const std::string& place, const std::string& step);

}  // namespace ndweave::detail
