/// Check mode: NDWEAVE_CHECK=1 has the CPU look at every barrier and memory access of its kernels.
#pragma once

namespace ndweave::detail {

/// What NDWEAVE_CHECK says: 1, or 0, empty or not set. Throws errc::invalid for another value.
bool check_mode();

}  // namespace ndweave::detail
