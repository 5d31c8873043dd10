/// The name of a kernel in errors and reports.
#pragma once

#include <string>

#include "ndweave/detail/kernel.hpp"

namespace ndweave::detail {

/// The name the user gave, else the functor's type; a lambda by its file and line.
std::string kernel_name(const kernel_record&);

}  // namespace ndweave::detail
