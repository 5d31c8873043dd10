/// Check mode: with NDWEAVE_CHECK=1 the CPU checks every barrier and memory access of its kernels.
#pragma once

#include "ndweave/detail/export.hpp"

namespace ndweave::detail {

/// Whether NDWEAVE_CHECK is 1 (not 0, empty or unset). Throws errc::invalid for another value.
NDWEAVE_EXPORT bool check_mode();

}  // namespace ndweave::detail
