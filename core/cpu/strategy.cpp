#include "cpu/strategy.hpp"

#include <cstdlib>
#include <string>

#include "ndweave/exception.hpp"

namespace ndweave::detail {

const char* strategy_name(cpu_strategy s) {
    switch (s) {
        case cpu_strategy::loop:
            return "loop";
        case cpu_strategy::cbs:
            return "cbs";
        case cpu_strategy::fiber:
            return "fiber";
        case cpu_strategy::automatic:
            break;
    }
    return "auto";
}

cpu_strategy strategy_of_environment() {
    const char* text = std::getenv("NDWEAVE_CPU");
    if (!text || !*text) return cpu_strategy::automatic;
    for (cpu_strategy s : {cpu_strategy::automatic, cpu_strategy::loop, cpu_strategy::cbs, cpu_strategy::fiber}) {
        if (std::string(text) == strategy_name(s)) return s;
    }
    throw exception(errc::invalid, "NDWEAVE_CPU is '" + std::string(text) + "': it must be auto, loop, cbs or fiber");
}

}  // namespace ndweave::detail
