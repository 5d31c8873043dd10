/// Validation of launches (NDWEAVE_VALIDATE): each runs twice, unoptimised on fibers and as compiled, and is compared.
#pragma once

#include <shared_mutex>

#include "cpu/launch_plan.hpp"
#include "ndweave/function_ref.hpp"
#include "runtime/device_impl.hpp"

namespace ndweave::detail {

/// Whoever validates a launch holds it alone, since memory is put back in between; whatever else CPU queues do while
/// there is validation holds it together with others.
extern std::shared_mutex validation_turn;

/// Counts the launches of a plan and chooses `share` of them, the first always: number n (from 0) if n * share passes a
/// whole number with it. Pre: the turn is held alone.
bool is_validation_due(launch_plan& plan, double share);

/// Runs the launch by a kernel, on the calling thread alone or as it comes.
using launch_runner = function_ref<void(const ndw_compiled_kernel& kernel, bool alone)>;

/// Runs the launch validated; memory is as the compiled kernel leaves it. Tells the validation log. Throws errc::build
/// where the compiled kernel's results are wrong; memory is then as the unoptimised one leaves it. The text names the
/// kernel, the capture, the number, both values, the source line that wrote it and the step of the compiler.
/// Pre: the turn is held alone.
void run_validated(const launch& l, launch_plan& plan, launch_runner run);

}  // namespace ndweave::detail
