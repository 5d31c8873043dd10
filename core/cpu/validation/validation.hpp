/// Validation of launches (NDWEAVE_VALIDATE): each runs twice, unoptimised on fibers and as compiled, and is compared.
#pragma once

#include <shared_mutex>

#include "cpu/launch_plan.hpp"
#include "ndweave/detail/function_ref.hpp"
#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// Held exclusively while a launch is validated, since memory is restored between its runs. Held shared by all other
/// commands of CPU queues if validation is on.
extern std::shared_mutex validation_lock;

/// Counts the launches of a plan and chooses `share` of them, the first always: launch n (from 0) is chosen if n *
/// share passes a whole number with it. Pre: validation_lock is held exclusively.
bool is_validation_due(launch_plan& plan, double share);

/// Runs the launch with the given kernel, on the calling thread alone or on all threads.
using launch_runner = function_ref<void(const ndw_compiled_kernel& kernel, bool alone)>;

/// Runs and validates the launch; memory then holds the compiled kernel's results. Reports to the validation log.
/// Throws errc::build if the results are wrong; memory then holds the unoptimised kernel's results. The text names the
/// kernel, the capture, the number, both values, the source line that wrote it and the compiler's step. Pre:
/// validation_lock is held exclusively.
void run_validated(const launch& l, launch_plan& plan, launch_runner run);

}  // namespace ndweave::detail
