/// Work that no launch waits for, on a thread of low priority.
#pragma once

#include <functional>

#include "cpu/placement/processors.hpp"

namespace ndweave::detail {

/// Calls `work`, which does not throw, on another thread, one after the other. What has not run when the process ends
/// is lost: the thread is not waited for, so what it uses must never be destroyed. In the child of a fork, whose parent
/// had work, the work runs as soon as there is more.
void run_in_background(std::function<void()> work);

/// Calls `work`, which does not throw, on a thread of its own with the priority of the caller's, which is not waited
/// for either. False where the system has no more threads: then nothing happens.
bool run_beside(std::function<void()> work);

/// Where the thread of low priority runs: the first one that asks may be bound to less. Empty: where that one may.
void set_background_processors(const processor_list&);

/// The calling thread may run there from now on.
void use_background_processors();

}  // namespace ndweave::detail
