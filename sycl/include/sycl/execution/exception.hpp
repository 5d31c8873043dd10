/// SYCL 2020 errors (4.13): core's.
#pragma once

#include "ndweave/exception.hpp"

namespace sycl {

using ndweave::errc;
using ndweave::exception;
using ndweave::make_error_code;

inline const std::error_category& sycl_category() noexcept { return ndweave::error_category(); }

}  // namespace sycl
