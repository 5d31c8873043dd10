/// Which strategy a launch asks for.
#pragma once

#include "ndweave/property.hpp"

namespace ndweave::detail {

/// What NDWEAVE_CPU says: auto, loop, cbs or fiber; `automatic` where it is not set or empty. Throws errc::invalid for
/// another value.
cpu_strategy strategy_of_environment();

/// "auto", "loop", "cbs" or "fiber".
const char* strategy_name(cpu_strategy);

}  // namespace ndweave::detail
