/// Threads that help others with large copies.
#pragma once

#include <cstddef>

#include "ndweave/detail/function_ref.hpp"

namespace ndweave::detail {

/// Calls `work` on this thread, and at the same time on up to `helpers` others; returns when all calls have. A helper
/// may come late or not at all, so what there is to do is shared by those who are there. Pre: `work` throws nothing.
/// Thread-safe. The helpers sleep between their jobs, and belong to the process for the rest of its life.
void work_with_helpers(std::size_t helpers, function_ref<void()> work);

}  // namespace ndweave::detail
