/// Which strategy a launch asks for.
#pragma once

#include "ndweave/property.hpp"

namespace ndweave::detail {

/// The value of NDWEAVE_CPU: auto, loop, cbs or fiber; `automatic` if it is unset or empty. Throws errc::invalid for
/// another value.
cpu_strategy strategy_of_environment();

/// "auto", "loop", "cbs" or "fiber".
const char* strategy_name(cpu_strategy);

}  // namespace ndweave::detail
