/// Which strategy a launch asks for.
#pragma once

#include "compiler/abi.h"
#include "ndweave/property.hpp"

namespace ndweave::detail {

/// The value of NDWEAVE_CPU: auto, loop, cbs or fiber; `automatic` if it is unset or empty. Throws errc::invalid for
/// another value.
cpu_strategy strategy_of_environment();

/// The strategy that a variant asks for.
inline cpu_strategy strategy_of(const ndw_kernel_variant& variant) {
    static_assert(static_cast<int>(cpu_strategy::automatic) == NDW_STRATEGY_AUTO);
    static_assert(static_cast<int>(cpu_strategy::loop) == NDW_STRATEGY_LOOP);
    static_assert(static_cast<int>(cpu_strategy::cbs) == NDW_STRATEGY_CBS);
    static_assert(static_cast<int>(cpu_strategy::fiber) == NDW_STRATEGY_FIBER);
    return static_cast<cpu_strategy>(variant.strategy);
}

/// "auto", "loop", "cbs" or "fiber".
const char* strategy_name(cpu_strategy);

}  // namespace ndweave::detail
